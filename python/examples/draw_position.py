"""Draws a position: once as the program does, once from the scene with matplotlib.

    python3 draw_position.py [PICTURE.svg [SCENE_PICTURE]]
"""

import sys

import matplotlib

import tabuleiro

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def draw_scene(scene, axis):
    """What every game has: cells, pieces and the last turn. No rules are needed."""
    corners, turn = (6, 0) if scene["shape"] == "hexagon" else (4, 0.785398)
    for cell in scene["cells"]:
        axis.add_patch(
            matplotlib.patches.RegularPolygon(
                (cell["x"], cell["y"]),
                corners,
                radius=0.577 if corners == 6 else 0.707,
                orientation=turn,
                facecolor="#e9e1cf",
                edgecolor="#b9ab8b",
            )
        )
        axis.text(cell["x"], cell["y"], cell["name"], ha="center", va="center", color="#a8997a", size=7)
    for piece in scene["pieces"]:
        cell = scene["cells"][piece["cell"]]
        axis.add_patch(
            plt.Circle((cell["x"], cell["y"]), 0.38, color=scene["colours"][piece["player"]], ec="#1d1d1b")
        )
    axis.set_aspect("equal")
    axis.autoscale_view()
    axis.axis("off")


def main(picture="draw-position.svg", scene_picture="draw-scene.svg"):
    history = tabuleiro.History(tabuleiro.Game("yavalath").new_initial_state())
    history.play("e5 e4 d4 f5 g5 d3")
    with open(picture, "w", encoding="utf-8") as file:
        file.write(history.svg())
    figure, axis = plt.subplots(figsize=(5, 4.5))
    draw_scene(history.scene(), axis)
    moves = history.reason if history.is_terminal() else f"player {history.current_player() + 1} to move"
    axis.set_title(f"{moves}; last: {history.turns[-1]}")
    figure.tight_layout()
    figure.savefig(scene_picture, metadata={"Date": None} if scene_picture.endswith("svg") else None)


if __name__ == "__main__":
    main(*sys.argv[1:])
