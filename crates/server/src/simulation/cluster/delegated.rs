//! What a simulation of games does not use, as it is in memory.

use async_trait::async_trait;
use game::Name;
use store::{
    Account, AccountId, Accounts, Audit, AuditEntry, AuditQuery, Card, CardCode, CompetitionEntry,
    CompetitionId, CompetitionOutcome, CompetitionSummary, Competitions, Demonstration,
    DemonstrationId, DemonstrationMetadata, DemonstrationOutcome, Demonstrations, GroupRules,
    Lessons, NewAccount, PasswordHash, ReviewKey, Reviews, Roster, RosterDetails, RosterImport,
    RuleScope, SecretHash, Session, Simul, SimulId, SimulState, Simuls, StoreError,
    StoredCompetition, StoredEvaluation, Studies, Study, StudyChange, StudyId, StudyPage,
    StudyQuery, StudySave, StudySaveOutcome,
};

use super::store::SharedStore;

/// Implements traits of stores by those of the games in memory.
macro_rules! delegate {
    ($($part:ident { $(fn $name:ident($($argument:ident: $kind:ty),*) -> $found:ty;)* })*) => {$(
        #[async_trait]
        impl $part for SharedStore {
            $(async fn $name(&self, $($argument: $kind),*) -> Result<$found, StoreError> {
                self.memory().$name($($argument),*).await
            })*
        }
    )*};
}

delegate! {
    Lessons {
        fn set_rules(scope: RuleScope, rules: Option<GroupRules>) -> ();
        fn rules() -> Vec<(RuleScope, GroupRules)>;
    }
    Reviews {
        fn save_evaluation(key: &ReviewKey, evaluation: StoredEvaluation) -> ();
        fn evaluations(key: &ReviewKey) -> Vec<StoredEvaluation>;
    }
    Studies {
        fn save_study(save: StudySave) -> StudySaveOutcome;
        fn change_study(id: &StudyId, change: StudyChange) -> bool;
        fn study(id: &StudyId) -> Option<Study>;
        fn study_ids(query: &StudyQuery) -> Vec<StudyId>;
        fn list_studies(query: &StudyQuery) -> StudyPage;
    }
    Competitions {
        fn append_to_competition(entry: CompetitionEntry) -> CompetitionOutcome;
        fn competition(id: &CompetitionId) -> Option<StoredCompetition>;
        fn competitions() -> Vec<(CompetitionId, CompetitionSummary)>;
    }
    Demonstrations {
        fn save_demonstration(base: u32, board: Demonstration) -> DemonstrationOutcome;
        fn remove_demonstration(id: &DemonstrationId) -> bool;
        fn demonstration(id: &DemonstrationId) -> Option<Demonstration>;
        fn demonstrations() -> Vec<DemonstrationMetadata>;
    }
    Simuls {
        fn create_simul(simul: Simul) -> bool;
        fn set_simul_state(id: &SimulId, state: SimulState) -> bool;
        fn simul(id: &SimulId) -> Option<Simul>;
        fn simuls() -> Vec<Simul>;
    }
    Accounts {
        fn add_account(account: NewAccount) -> AccountId;
        fn account(name: &Name) -> Option<Account>;
        fn accounts_like(name: &Name) -> Vec<Account>;
        fn accounts() -> Vec<Account>;
        fn change_password(id: AccountId, password: PasswordHash) -> bool;
        fn remove_account(id: AccountId) -> bool;
        fn begin_session(session: Session, most: u32) -> bool;
        fn session(token: SecretHash) -> Option<(Session, Account)>;
        fn extend_session(
            token: SecretHash, last_used: game::Timestamp, expires: game::Timestamp
        ) -> ();
        fn end_session(token: SecretHash) -> bool;
        fn remember_device(
            device: SecretHash, account: AccountId, at: game::Timestamp, most: u32
        ) -> ();
        fn knows_device(device: SecretHash, account: AccountId) -> bool;
    }
    Roster {
        fn import_roster(import: RosterImport) -> Vec<AccountId>;
        fn update_account(id: AccountId, details: RosterDetails) -> bool;
        fn issue_cards(cards: Vec<Card>) -> ();
        fn replace_card(card: Card) -> bool;
        fn revoke_card(account: AccountId) -> bool;
        fn account_of_card(code: &CardCode) -> Option<Account>;
        fn cards() -> Vec<Card>;
    }
    Audit {
        fn add_audit(entry: AuditEntry, most: u32) -> ();
        fn audit(query: &AuditQuery) -> Vec<(i64, AuditEntry)>;
    }
}
