// What is loaded when it is first shown, in one piece: every piece more costs the first load its share of
// code that both need.
import './core';
export { default as Help, KeysDialog } from './app_help';
export { Confirm } from './app_dialog';
export { Settings } from './app_settings';
export { PegEditor } from './board/peg_editor';
export { alertTurn } from './play/alert';
export { Invites } from './play/invite';
export { Join } from './play/join';
