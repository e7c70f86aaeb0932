// Comment, glyphs and place of the turn that is shown.
import { Message, t } from '../i18n';
import type { Explorer } from '../tree/explorer';
import { kGlyphs } from '../tree/glyphs';
import * as trees from '../tree/tree';

const kLongestComment = 2000;

export function Notes({ explorer }: { explorer: Explorer }) {
  const tree = explorer.tree.value;
  const node = trees.current(tree);
  const atRoot = node.id === trees.kRoot;
  return (
    <section class="notes" aria-label={t(Message.kWebStudyNotes)}>
      {!atRoot && (
        <div class="glyphs" role="group" aria-label={t(Message.kWebStudyGlyphs)}>
          {kGlyphs.map(({ number, text, name }) => (
            <button
              type="button"
              key={number}
              class={`button small glyph glyph-${number}`}
              title={t(name)}
              aria-label={t(name)}
              aria-pressed={node.glyphs.includes(number)}
              onClick={() => explorer.note(trees.toggleGlyph(tree, node.id, number))}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      <label class="entry wide">
        {t(Message.kWebStudyComment)}
        <textarea
          key={node.id}
          rows={2}
          maxLength={kLongestComment}
          value={node.comment}
          onInput={(event) =>
            explorer.note(trees.annotate(explorer.tree.value, node.id, { comment: event.currentTarget.value }))
          }
        />
      </label>
      {!atRoot && (
        <div class="row">
          <button
            type="button"
            class="button small"
            onClick={() => explorer.note(trees.promote(tree, node.id))}
            disabled={trees.nodeOf(tree, node.parent).children[0] === node.id}
          >
            {t(Message.kWebStudyPromote)}
          </button>
          <button type="button" class="button small" onClick={() => explorer.note(trees.makeMain(tree, node.id))}>
            {t(Message.kWebStudyMakeMain)}
          </button>
          <button
            type="button"
            class="button small danger"
            onClick={() => explorer.change(trees.remove(tree, node.id))}
          >
            {t(Message.kWebStudyRemove)}
          </button>
        </div>
      )}
    </section>
  );
}
