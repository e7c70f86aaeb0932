// A window over the page. The browser's own <dialog> keeps the focus inside and Escape closes it.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { LiveRegions } from './app_live';
import { Message, t } from './i18n';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
}

export function Dialog({ title, onClose, children, class: kind }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // At once, not after the next picture: the focus must not move when somebody goes on already.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind ?? ''}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button class="icon" type="button" onClick={onClose} aria-label={t(Message.kWebClose)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        </header>
        {children}
      </div>
      <LiveRegions />
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
}

export function Confirm({ title, yes, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onNo} class="confirm">
      <div class="row end">
        <button type="button" class="button" onClick={onNo}>
          {t(Message.kWebCancel)}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onNo();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
