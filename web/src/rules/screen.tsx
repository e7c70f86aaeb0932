// /rules/GAME: the rules in full, from the documents, with positions to try. /rules: the choice of a game.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { rules, type Game } from '../api';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import type { ScreenProps } from '../router';
import { language } from '../settings';
import { ChooseGame } from '../tree/choose_game';
import { useGame } from '../tree/use_game';
import { Diagram } from './diagram';
import { blocks, type Block, type Inline } from './markdown';

function Words({ words }: { words: readonly Inline[] }) {
  return (
    <>
      {words.map((each, i) => {
        switch (each.kind) {
          case 'code':
            return <code key={i}>{each.text}</code>;
          case 'strong':
            return <strong key={i}>{each.text}</strong>;
          case 'em':
            return <em key={i}>{each.text}</em>;
          default:
            return each.text; // links lead to other documents, which the page does not have
        }
      })}
    </>
  );
}

const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-');

function Part({ block, game, chapter }: { block: Block; game: string; chapter: string }) {
  switch (block.kind) {
    case 'heading': {
      if (block.level === 1) return null; // the screen has one
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return <Heading id={anchor(block.text)}>{block.text}</Heading>;
    }
    case 'paragraph':
      return (
        <p>
          <Words words={block.words} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map(({ id, words }, i) => (
            <li key={i} id={id || undefined}>
              {id && <span class="rule-id">{id}</span>} <Words words={words} />
            </li>
          ))}
        </ul>
      );
    case 'code':
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'board':
      return <Diagram game={game} name={chapter} {...block} />;
  }
}

function Contents({ parts }: { parts: readonly Block[] }) {
  return (
    <nav class="contents" aria-label={t(Message.kWebRulesContents)}>
      <ul>
        {parts.map(
          (block) =>
            block.kind === 'heading' &&
            block.level > 1 && (
              <li key={block.text} class={`level-${block.level}`}>
                <a href={`#${anchor(block.text)}`}>{block.text}</a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

function FullRules({ game }: { game: Game }) {
  const text = useSignal<{ language: string; parts: Block[] } | null>(null);
  const problem = useSignal('');
  useEffect(() => {
    let gone = false;
    const wanted = language.value;
    rules(game.name, wanted).then(
      (found) => {
        if (gone) return;
        text.value = { language: wanted, parts: blocks(found) };
        // What the address names has come only now.
        requestAnimationFrame(() =>
          document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView(),
        );
      },
      (error: unknown) => {
        if (!gone) problem.value = errorWords(error);
      },
    );
    return () => {
      gone = true;
    };
  }, [game.name, language.value]);
  if (problem.value)
    return (
      <p class="notice error" role="alert">
        {problem}
      </p>
    );
  if (!text.value) return <p class="notice">{t(Message.kWebLoading)}</p>;
  const { parts, language: spoken } = text.value;
  let chapter = game.title;
  return (
    <div class="rules-page">
      <Contents parts={parts} />
      <article>
        <p class="row">
          <a class="button" href={`/learn/${game.name}`}>
            {t(Message.kWebLearnMore)}
          </a>
          <a class="button main" href={`/new/${game.name}`}>
            {t(Message.kWebPlay)}
          </a>
        </p>
        {parts.map((block, i) => {
          if (block.kind === 'heading') chapter = block.text;
          return <Part key={`${spoken} ${i}`} block={block} game={game.name} chapter={chapter} />;
        })}
      </article>
    </div>
  );
}

export default function RulesScreen({ route }: ScreenProps) {
  const game = useGame(route.name);
  return (
    <div class="page study-page">
      <h1>{game ? t(Message.kWebRulesOf, game.title) : t(Message.kWebFullRules)}</h1>
      {!route.name ? (
        <ChooseGame to="/rules" intro={Message.kWebRulesIntro} />
      ) : game ? (
        <FullRules key={game.name} game={game} />
      ) : (
        <p class="notice">{t(Message.kWebLoading)}</p>
      )}
    </div>
  );
}
