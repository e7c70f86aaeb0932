import assert from 'node:assert/strict';
import test from 'node:test';
import { parseRoute } from '../src/router';

test('paths name screens', () => {
  assert.equal(parseRoute('/').screen, 'home');
  assert.deepEqual([parseRoute('/g/k3v9').screen, parseRoute('/g/k3v9').name], ['table', 'k3v9']);
  assert.equal(parseRoute('/new/yavalath').name, 'yavalath');
  assert.equal(parseRoute('/analyse/yavalath', '?turns=e5').query.get('turns'), 'e5');
  assert.equal(parseRoute('/learn').screen, 'learn');
  assert.equal(parseRoute('/reports').screen, 'reports');
  assert.deepEqual([parseRoute('/games/live').screen, parseRoute('/games/live').name], ['games', 'live']);
});

test('boards for other sites have addresses of their own', () => {
  assert.deepEqual([parseRoute('/embed/g/k3v9').screen, parseRoute('/embed/g/k3v9').name], ['embed', 'g/k3v9']);
  assert.equal(parseRoute('/embed/yavalath').name, 'yavalath');
  for (const path of ['/embed', '/embed/', '/embed/x/y', '/embed/g/k3v9/x']) {
    assert.equal(parseRoute(path).screen, 'missing', path);
  }
});

test('other paths are missing', () => {
  for (const path of ['/g', '/g/', '/x', '/new/a/b', '/constructor', '/toString/x']) {
    assert.equal(parseRoute(path).screen, 'missing', path);
  }
  assert.equal(parseRoute('/new/%E0%A4%A').name, '');
});
