// What help() says of the module's classes and functions. Their examples are run as tests
// (python/tests/test_docs.py); the stubs say what each method takes and gives.
#pragma once

namespace python::docs {

inline constexpr const char* kGames = R"(The names of the games.

>>> "yavalath" in tabuleiro.games()
True
)";

inline constexpr const char* kGame = R"(A game with its options, which are keyword arguments.

True and False stand for "on" and "off". What is wrong is told as a ValueError:

>>> game = tabuleiro.Game("yavalath", size=4, swap=False)
>>> game.options
{'players': '2', 'size': '4', 'swap': 'off'}
>>> game.num_distinct_actions(), game.observation_tensor_shape()
(37, (3, 7, 7))
>>> game.planes
['own stones', "opponent's stones", 'empty cells']
>>> tabuleiro.Game("yavalath", size=9)
Traceback (most recent call last):
tabuleiro.Error: option size cannot be '9'; it is one of 3, 4, 5, 6
)";

inline constexpr const char* kState =
    R"(A position. Draws that follow from what was played before are for History to find.

Actions are numbers (docs/python.md lists them) or texts, as you like. Where a number is asked for
and the action is not legal, an Error says so and the state stays as it was.

>>> state = tabuleiro.Game("yavalath").new_initial_state()
>>> state.apply_action("e5")
>>> state.current_player(), len(state.legal_actions())
(1, 61)
>>> state.action_to_string(61)
'swap'
>>> state.string_to_action("a1")
0
>>> state.apply_action("e5")
Traceback (most recent call last):
tabuleiro.Error: action 'e5': e5 is not empty
>>> str(state)
'5/6/7/8/4w4/8/7/6/5 b -'
>>> state.after("swap").words("e4")
'places a stone on e4'
>>> state.observation_tensor().shape, state.legal_actions_mask().sum()
((3, 9, 9), 61)
>>> sorted({str(state.transformed(i)) for i in range(state.symmetry_count())})
['5/6/7/8/4w4/8/7/6/5 b -']
>>> state.playouts(1000, seed=7)["playouts"]
1000

Playouts are several at a time where the game has that, and the same for a seed on every processor;
`wide=False` plays other games, one after the other.
)";

inline constexpr const char* kHistory =
    R"(A game being played: what was done, and the draws that follow from that.

>>> history = tabuleiro.History(tabuleiro.Game("yavalath", size=3, swap=False).new_initial_state())
>>> history.play("c3 a1 c2 a2 b2")
>>> history.apply_action("a3")
>>> history.is_terminal(), history.result, history.returns()
(True, 'p1win', [1.0, -1.0])
>>> history.turns
['c3', 'a1', 'c2', 'a2', 'b2', 'a3']
>>> tabuleiro.read_records(history.to_pgn(["Ana", "Rui"]))[0].actions == history.actions
True
)";

inline constexpr const char* kReadRecords =
    R"(The games of a text: PGN-like, JSON or AbstractPlay's.

Only main lines are kept. An error names the game and the place.
)";

inline constexpr const char* kVectorEnv =
    R"(Many games that are stepped together, each on its own turn.

The arrays stay the same from call to call: a step writes what it changes. Copy what you keep. A
game that ends begins again within the step; its rewards and flags tell of the end, its observation
of the new beginning. Along an array's first axis are the games.

>>> env = tabuleiro.VectorEnv(tabuleiro.Game("yavalath").new_initial_state(), 4, seed=1)
>>> observations, info = env.reset()
>>> observations.shape, info["action_mask"].shape, info["to_play"].tolist()
((4, 3, 9, 9), (4, 62), [0, 0, 0, 0])
>>> observations, rewards, terminated, truncated, info = env.step([30, 30, 0, 60])
>>> info["to_play"].tolist(), rewards.shape
([1, 1, 1, 1], (4, 2))
>>> env.step([30, 30, 1, 1])
Traceback (most recent call last):
tabuleiro.Error: game 1 of 4: expected an action such as a1, found 30
>>> while not terminated.any():
...     _ = env.step(env.sample())
>>> abs(rewards).max()
1.0

With final_observations=True the info also has where games stood when they ended, in the rows in
which "_final_observation" is true:

>>> env = tabuleiro.VectorEnv(env.state(0), 4, max_actions=1, final_observations=True)
>>> _, _, _, truncated, info = env.step(env.sample())
>>> info["_final_observation"].tolist() == [True] * 4
True
>>> info["final_observation"].shape, info["final_info"]["action_mask"].shape
((4, 3, 9, 9), (4, 62))
)";

inline constexpr const char* kEngine =
    R"(The engine: full strength, for turns, analysis and reviews.

>>> engine = tabuleiro.Engine(hash_mb=16)
>>> history = tabuleiro.History(tabuleiro.Game("yavalath", size=4).new_initial_state())
>>> history.play("d4 d3 c3 e4 e5")
>>> [action] = engine.think(history, nodes=1000)
>>> action in history.state.legal_actions()
True
>>> analysis = engine.analyse(history, time_ms=50, lines=2)
>>> [line["rank"] for line in analysis["lines"]]
[1, 2]
>>> sum(analysis["lines"][0]["chances"])
1.0
)";

inline constexpr const char* kPlayer = R"(Whoever fills a seat: see players() for the names.

>>> player = tabuleiro.Player("level:2", seed=5)
>>> state = tabuleiro.Game("epaminondas").new_initial_state()
>>> player.think(state)[0] in state.legal_actions()
True
)";

inline constexpr const char* kPlayers =
    R"(The names of players, weakest first; those for measuring stand before the levels.

>>> tabuleiro.players()[-1]
'level:10'
)";

inline constexpr const char* kProveWin =
    R"(A win that nothing can stop, found by proof-number search, or None.

>>> state = tabuleiro.Game("yavalath", size=3, swap=False).parse("3/4/w1ww1/3b/b1b w -")
>>> win = tabuleiro.prove_win(state)
>>> win["player"], win["turns"], state.action_to_string(win["action"])
(0, 1, 'c2')
)";

inline constexpr const char* kProvenActions =
    R"(What the program's proofs say of the actions of a position, best first; often nothing.

>>> tabuleiro.proven_actions(tabuleiro.Game("epaminondas").new_initial_state())
[]
)";

inline constexpr const char* kProof = "A proof file: a claim and the strategy that shows it.";

inline constexpr const char* kArenaResults =
    R"(What the folder of a tournament (`tabuleiro arena --out`) says, also while it is played.

Here of a folder "match" with twelve games of Yavalath. What has no limit is infinite, what is
unknown None.

>>> results = tabuleiro.arena_results("match")
>>> results["game"], results["games"], results["planned"], results["ranking"]
('yavalath', 12, 12, ['level:3', 'level:2'])
>>> best = results["players"][0]
>>> best["name"], best["won"], best["drawn"], best["lost"], best["points"]
('level:3', 7, 0, 5, 7.0)
>>> [round(best["elo"][key]) for key in ("value", "low", "high")]
[58, -46, 175]
>>> results["played"][1]["players"], results["played"][1]["ending"]
(['level:2', 'level:3'], 'rules')
>>> tabuleiro.arena_results("nowhere")
Traceback (most recent call last):
tabuleiro.Error: 'nowhere' holds no tournament
)";

inline constexpr const char* kSetLanguage =
    R"(Chooses the language of errors and words: "en" or "pt".

>>> tabuleiro.set_language("pt")
>>> tabuleiro.Game("yavalath", size=99)
Traceback (most recent call last):
tabuleiro.Error: a opção size não pode ser '99'; os valores são 3, 4, 5, 6
>>> tabuleiro.set_language("en")
)";

}  // namespace python::docs
