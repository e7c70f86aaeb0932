"""How many steps and playouts a second there are, as a table: python3 speed.py [--threads 1,2,4] [--games N]

One thread is measured in processor time, so that what else the machine does counts little; several are measured by the
clock on the wall, one of them too, so that the machine should have nothing else to do. Always the best of several runs.
`--games N` has N games at once instead of each game's own number: more threads want more.
"""

import argparse
import time

import tabuleiro

TIMES = 7
# Games at once, steps of a run.
ENVIRONMENTS = (
    ("yavalath", {}, 4096, 200),
    ("yavalath", {"players": 3}, 4096, 40),
    ("eigenstate", {}, 512, 60),
    ("sixteen-stone", {}, 512, 60),
    ("epaminondas", {}, 256, 30),
)
PLAYOUTS = (("yavalath", {}, 200_000), ("yavalath", {"players": 3}, 60_000), ("sixteen-stone", {}, 2_000))


def fastest(run, clock):
    """The seconds of the fastest of several runs; each says how many it took."""
    return min(run(clock) for _ in range(TIMES))


def step_rates(name, options, places, steps, threads, clock):
    """Million steps a second with random actions drawn for them, and of the steps alone."""
    start = tabuleiro.Game(name, **options).new_initial_state()
    env = tabuleiro.VectorEnv(start, places, threads=threads, seed=1)
    env.reset()

    def both(clock):
        begin = clock()
        for _ in range(steps):
            env.step(env.sample())
        return clock() - begin

    def alone(clock):
        seconds = 0.0
        for _ in range(steps):
            actions = env.sample()
            begin = clock()
            env.step(actions)
            seconds += clock() - begin
        return seconds

    both(clock)
    return [places * steps / fastest(run, clock) / 1e6 for run in (both, alone)]


def playout_rate(name, options, count, **how):
    """Million playouts a second from the start, on one thread."""
    state = tabuleiro.Game(name, **options).new_initial_state()

    def run(clock):
        begin = clock()
        state.playouts(count, seed=1, **how)
        return clock() - begin

    return count / fastest(run, time.process_time) / 1e6


def single_action_rate():
    start = tabuleiro.Game("yavalath").new_initial_state()

    def run(clock):
        begin = clock()
        for _ in range(1000):
            state = start.clone()
            for action in (0, 60, 10, 50, 20, 40, 5, 55):
                state.apply_action(action)
        return clock() - begin

    return 8000 / fastest(run, time.process_time) / 1e6


def shown(name, options):
    return " ".join([name, *(f"{key}={value}" for key, value in options.items())])


def print_steps(threads, games):
    """A row a game: for each number of threads million steps a second, and how many times those of the first."""
    clock = time.process_time if threads == [1] else time.perf_counter
    columns = [f"{n} thread{'s' if n > 1 else ''}: steps | without drawing" for n in threads]
    print(f"| Million a second | Games at once | {' | '.join(columns)} |")
    print("|---|---|" + "---|---|" * len(threads))
    for name, options, places, steps in ENVIRONMENTS:
        places = games or places
        rates = [step_rates(name, options, places, steps, n, clock) for n in threads]
        cells = [
            f"{rate:.2f}" + (f" ({rate / first:.2f})" if rates[0] is not pair else "")
            for pair in rates
            for rate, first in zip(pair, rates[0])
        ]
        print(f"| {shown(name, options)} | {places} | {' | '.join(cells)} |", flush=True)


def print_playouts():
    print("\n| Million a second | Playouts | one game after the other |")
    print("|---|---|---|")
    for name, options, count in PLAYOUTS:
        wide, plain = playout_rate(name, options, count), playout_rate(name, options, count // 8, wide=False)
        print(f"| {shown(name, options)} | {wide:.2f} | {plain:.3f} |", flush=True)
    print(f"\nYavalath: {single_action_rate():.2f} million single actions a second")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", default="1", help="numbers of threads, with commas between them")
    parser.add_argument("--games", type=int, help="games at once, for all games")
    asked = parser.parse_args()
    print_steps([int(n) for n in asked.threads.split(",")], asked.games)
    print_playouts()


if __name__ == "__main__":
    main()
