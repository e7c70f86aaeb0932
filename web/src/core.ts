// What most screens are built from. Everything that is loaded later imports this file, and so does the start:
// the bundler then leaves it in one piece, where it would otherwise cut it into a dozen, one for each set of
// screens that shares something, and small pieces compress badly.
import './app';
import './app_switch';
import './board/board';
import './errors';
import './games';
import './play/copy';
import './play/names';
import './play/rules';
import './play/seats';
import './play/table_state';
