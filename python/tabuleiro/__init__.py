"""Four abstract board games: exact rules, fast environments, an engine, analysis and proofs.

>>> import tabuleiro
>>> state = tabuleiro.Game("yavalath").new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> state.result, state.reason
('p1win', 'the opponent made three in a line')

Games, states and actions follow OpenSpiel's names, VectorEnv Gymnasium's and PettingZoo's. The
manual is docs/python.md of the project.
"""

from tabuleiro._core import (
    TERMINAL_PLAYER,
    Engine,
    Error,
    Game,
    History,
    Player,
    Proof,
    State,
    VectorEnv,
    __version__,
    arena_results,
    games,
    players,
    prove_win,
    proven_actions,
    read_records,
    set_language,
)

__all__ = [
    "TERMINAL_PLAYER",
    "Engine",
    "Error",
    "Game",
    "History",
    "Player",
    "Proof",
    "State",
    "VectorEnv",
    "__version__",
    "arena_results",
    "games",
    "players",
    "prove_win",
    "proven_actions",
    "read_records",
    "set_language",
]
