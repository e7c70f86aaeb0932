// The screens for studying, loaded in one piece.
import './core';
export { default as Analysis } from './analysis/screen';
export { wordsOf } from './analysis/spoken';
export { default as Editor } from './editor/screen';
export { default as Learn } from './learn/screen';
export { default as Review } from './review/screen';
