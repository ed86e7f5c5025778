//! The lobby as one page of one member sees it.

use chess::Color;
use game::Timestamp;
use store::AccountId;
use wire::lobby::{
    ChallengeState, ChallengeView, ColorChoice, LobbyMember, LobbyView, SeekView, StartedGame,
};

use super::ratings::Ratings;
use super::state::{Answer, Challenge, LobbyState, OfferId, Page, Seek};

impl LobbyState {
    /// What somebody sees. Without an account, they see only who is here and the open games.
    pub(super) fn view(
        &self,
        viewer: Option<AccountId>,
        page: Option<&Page>,
        ratings: &Ratings,
    ) -> LobbyView {
        let mut members: Vec<_> = self.members.iter().collect();
        members.sort_by_cached_key(|(_, member)| member.name.key());
        let member = |(id, member): (&AccountId, &super::state::Member)| LobbyMember {
            name: member.name.to_string(),
            game: self.game(*id).map(|playing| playing.game.to_string()),
        };
        let challenges = self.challenges.iter().filter_map(|(id, one)| challenge(id, one, viewer));
        let mut seeks: Vec<_> = self.seeks.iter().filter(|(_, seek)| seek.is_open()).collect();
        seeks.sort_by_key(|(_, seek)| -> Timestamp { seek.opened });
        LobbyView {
            members: members.into_iter().map(member).collect(),
            challenges: challenges.collect(),
            seeks: seeks.into_iter().map(|(id, one)| seek(id, one, viewer, ratings)).collect(),
            started: viewer.and_then(|viewer| self.started(viewer, page)),
        }
    }

    fn started(&self, viewer: AccountId, page: Option<&Page>) -> Option<StartedGame> {
        let playing = self.game(viewer)?;
        let start = playing.start.as_ref().filter(|start| start.is_stored)?;
        Some(StartedGame {
            id: playing.game.to_string(),
            opponent: start.opponent.to_string(),
            color: start.color.into(),
            here: page.is_some() && start.page.as_ref() == page,
        })
    }
}

/// A challenge as one of the two sees it. Answers are for the challenger alone.
fn challenge(id: &OfferId, one: &Challenge, viewer: Option<AccountId>) -> Option<ChallengeView> {
    let viewer = viewer?;
    let state = match &one.answer {
        None => ChallengeState::Open,
        Some((Answer::Declined, _)) => ChallengeState::Declined,
        Some((Answer::Expired, _)) => ChallengeState::Expired,
        Some((Answer::Accepted(_), _)) => return None,
    };
    let is_seen = one.from == viewer || (one.to == viewer && one.is_open());
    is_seen.then(|| ChallengeView {
        id: id.0.clone(),
        from: one.names.0.to_string(),
        to: one.names.1.to_string(),
        time: one.terms.time.map(Into::into),
        color: choice(one.terms.color),
        state,
    })
}

fn seek(id: &OfferId, seek: &Seek, viewer: Option<AccountId>, ratings: &Ratings) -> SeekView {
    let time = seek.terms.time;
    let is_welcome = |viewer| viewer != seek.by && seek.range.admits(ratings.of(viewer, time));
    SeekView {
        id: id.0.clone(),
        by: seek.name.to_string(),
        rating: ratings.of(seek.by, time),
        time: time.map(Into::into),
        color: choice(seek.terms.color),
        min_rating: seek.range.min,
        max_rating: seek.range.max,
        may_join: viewer.is_some_and(is_welcome),
    }
}

fn choice(color: Option<Color>) -> ColorChoice {
    match color {
        Some(Color::White) => ColorChoice::White,
        Some(Color::Black) => ColorChoice::Black,
        None => ColorChoice::Random,
    }
}
