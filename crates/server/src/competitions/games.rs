//! Boards that are played on the server: their games are created.

use chess::{ByColor, Color};
use competition::aggregate::{Actor, Board, BoardNumber, Command, Competition, MemberId};
use game::{End, GameId, Player, RequestId, Seat, Start, Status, Terms};
use store::{AccountId, CompetitionId, SeatOwner, SeatOwners};
use wire::competition::OwnPairing;

use super::Competitions;
use crate::live::random_id;
use crate::{ApiError, Secret};

impl Competitions {
    /// Creates games for boards of the last round that have no result and no game that could bring
    /// one, and whose players are both members: for one board, or for all of them.
    ///
    /// # Errors
    /// When nothing is paired, and when something cannot be stored.
    pub(crate) async fn start_games(
        &self,
        id: &CompetitionId,
        board: Option<u16>,
        request: RequestId,
    ) -> Result<(), ApiError> {
        let competition = self.with(id, Clone::clone).await?;
        let round = competition.paired_rounds();
        let mut commands = Vec::new();
        for (number, open) in competition.boards() {
            let is_chosen =
                number.round == round && board.is_none_or(|board| board == number.board);
            if is_chosen
                && open.settled.is_none()
                && let Some(owners) = owners(&competition, open)?
                && !self.has_game(open).await?
            {
                let game = random_id()?;
                let terms = terms(&competition, open);
                self.0.rooms.create(terms, game.clone(), owners).await?;
                commands.push(Command::LinkGame { board: number, game });
            }
        }
        self.execute(id, Actor::Organizer, commands, Some(request)).await
    }

    /// The competition that a game was started for, if there is one.
    ///
    /// # Errors
    /// When the competitions cannot be loaded.
    pub(crate) async fn of_game(&self, game: &GameId) -> Result<Option<CompetitionId>, ApiError> {
        let known = || self.games().get(game).cloned();
        if let Some(id) = known() {
            return Ok(Some(id));
        }
        self.0.all_games.get_or_try_init(|| self.open_paired()).await?;
        if self.0.rooms.services().is_shared && !self.allows_takebacks(game).await? {
            // Another server may have created the competition since.
            self.open_paired().await?;
        }
        Ok(known())
    }

    /// Whether players may take moves back, which they never may in a competition.
    async fn allows_takebacks(&self, game: &GameId) -> Result<bool, ApiError> {
        Ok(self.0.rooms.view(game, None).await?.game.terms().takebacks)
    }

    /// Loads all competitions that have games.
    async fn open_paired(&self) -> Result<(), ApiError> {
        let mut competitions = self.list().await?;
        competitions.retain(|(_, summary)| summary.rounds > 0);
        self.open_all(competitions.into_iter().map(|(id, _)| id)).await
    }

    /// Whether a board has a game that was not aborted.
    async fn has_game(&self, board: &Board) -> Result<bool, ApiError> {
        let Some(game) = &board.game else { return Ok(false) };
        let game = self.0.rooms.view(game, None).await?.game;
        Ok(game.status() != Status::Over(End::Aborted))
    }
}

/// The owners of the seats of a board; none unless both players are members. The secrets are known
/// to nobody: players take their seats by their accounts.
fn owners(competition: &Competition, board: &Board) -> Result<Option<SeatOwners>, ApiError> {
    let owner = |color: Color| {
        let entrant = competition.entrant(board.players[color])?;
        entrant.member.map(|MemberId(number)| AccountId(number))
    };
    let [Some(white), Some(black)] = Color::ALL.map(owner) else { return Ok(None) };
    let seat = |account| -> Result<_, ApiError> {
        Ok(Some(SeatOwner { secret: Secret::random()?.hash(), account: Some(account) }))
    };
    Ok(Some(ByColor::new(seat(white)?, seat(black)?)))
}

/// The terms of the game of a board. Nobody helps, and nothing is taken back.
fn terms(competition: &Competition, board: &Board) -> Terms {
    let seat = |color: Color| Seat {
        name: competition.entrant(board.players[color]).map(|entrant| entrant.name.clone()),
        player: Player::Person,
    };
    Terms {
        start: Start::Standard,
        seats: ByColor::from_fn(seat),
        time: ByColor::from_fn(|_| competition.settings().time_control),
        shared: false,
        automatic_draws: false,
        takebacks: false,
        abandonment: true,
    }
}

/// The open games of a member in the last round.
pub(super) fn own_pairings(
    id: &CompetitionId,
    competition: &Competition,
    member: MemberId,
) -> Vec<OwnPairing> {
    let round = competition.paired_rounds();
    let is_own = |id| competition.entrant(id).is_some_and(|entrant| entrant.member == Some(member));
    let pairing = |(number, board): (BoardNumber, &Board)| {
        let color = Color::ALL.into_iter().find(|&color| is_own(board.players[color]))?;
        let opponent = competition.entrant(board.players[!color])?;
        Some(OwnPairing {
            competition: id.to_string(),
            name: competition.settings().name.to_string(),
            round: number.round,
            board: number.board,
            color: color.into(),
            opponent: opponent.name.to_string(),
            game: board.game.as_ref().map(ToString::to_string),
        })
    };
    let open = competition
        .boards()
        .filter(|(number, board)| number.round == round && board.settled.is_none());
    open.filter_map(pairing).collect()
}
