"""How many steps and playouts a second one core makes: python3 speed.py

Processor time of all threads, so that what else the machine does counts little; the best of several measurements.
"""

import time

import tabuleiro


def best_rate(run, count, times=7):
    """`count` things a run, in a second of the fastest run."""
    seconds = []
    for _ in range(times):
        begin = time.process_time()
        run()
        seconds.append(time.process_time() - begin)
    return count / min(seconds)


def environment_rates(name, places, steps, **options):
    """Steps a second with random actions drawn for them, and of the steps alone."""
    env = tabuleiro.VectorEnv(tabuleiro.Game(name, **options).new_initial_state(), places, seed=1)
    env.reset()

    def both():
        for _ in range(steps):
            env.step(env.sample())

    both()
    alone = []
    for _ in range(7):
        seconds = 0.0
        for _ in range(steps):
            actions = env.sample()
            begin = time.process_time()
            env.step(actions)
            seconds += time.process_time() - begin
        alone.append(places * steps / seconds)
    return best_rate(both, places * steps), max(alone)


def main():
    for name, places, steps, options in (
        ("yavalath", 4096, 200, {}),
        ("yavalath", 4096, 40, {"players": 3}),
        ("eigenstate", 512, 60, {}),
        ("sixteen-stone", 512, 60, {}),
        ("epaminondas", 256, 30, {}),
    ):
        both, alone = environment_rates(name, places, steps, **options)
        print(f"{name} {options}: {both / 1e6:.2f} M steps/s, without drawing {alone / 1e6:.2f} M")
    start = tabuleiro.Game("yavalath").new_initial_state()
    playouts = best_rate(lambda: start.playouts(100_000, seed=1), 100_000)

    def single():
        for _ in range(1000):
            state = start.clone()
            for action in (0, 60, 10, 50, 20, 40, 5, 55):
                state.apply_action(action)

    print(f"yavalath: {playouts / 1e6:.2f} M playouts/s, {best_rate(single, 8000) / 1e6:.2f} M single actions/s")


if __name__ == "__main__":
    main()
