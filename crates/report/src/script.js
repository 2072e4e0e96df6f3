// Stepping through the games of a report: buttons, arrow keys, clicks on moves. Without it both ends are shown.
'use strict';
for (const hint of document.querySelectorAll('.with-script')) hint.hidden = false;
for (const game of document.querySelectorAll('.game')) {
  const { steps, notes, texts } = JSON.parse(game.querySelector('script').textContent);
  const board = game.querySelector('.now .board, .now .position');
  const cells = board.querySelectorAll('.c');
  const moves = [...game.querySelectorAll('.moves li')];
  const list = game.querySelector('.moves');
  const place = game.querySelector('.now .place');
  const note = game.querySelector('.now .note');
  const group = game.querySelector('.steps');
  const last = steps.length - 1;
  let at = last;

  const look = (text, colour) =>
    colour === -2 ? 'gone' : colour >= 0 ? `o${colour}` : text === '' ? 'free' : 'neutral';

  const show = (ply) => {
    at = Math.max(0, Math.min(last, ply));
    const seen = new Map();
    const fresh = new Set();
    let noted = '';
    for (let n = 0; n <= at; n++) {
      for (let i = 0; i < steps[n].length; i += 3) {
        seen.set(steps[n][i], [steps[n][i + 1], steps[n][i + 2]]);
        if (n === at && n > 0) fresh.add(steps[n][i]);
      }
      noted = notes[n] ?? noted;
    }
    cells.forEach((cell, n) => {
      const [text, colour] = seen.get(n) ?? ['', -2];
      cell.setAttribute('class', `c ${look(text, colour)}${fresh.has(n) ? ' fresh' : ''}`);
      const label = cell.querySelector('text');
      label.textContent = text;
      label.setAttribute('class', `t${Math.min(3, [...text].length)}`);
    });
    if (texts.length > 0) board.textContent = texts[at];
    moves.forEach((move, n) => move.classList.toggle('here', n === at - 1));
    const here = moves[at - 1];
    if (here) list.scrollTop = here.offsetTop - 60;
    place.textContent =
      at === 0 ? 'The start' : `${at === last ? 'The end: ' : ''}move ${at} of ${last}, ${here.textContent}`;
    note.textContent = noted;
  };

  for (const [text, name, to] of [
    ['|◀', 'First position', () => 0],
    ['◀', 'One move back', () => at - 1],
    ['▶', 'One move on', () => at + 1],
    ['▶|', 'Last position', () => last],
  ]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.setAttribute('aria-label', name);
    button.addEventListener('click', () => show(to()));
    group.append(button);
  }
  group.hidden = false;
  group.setAttribute('aria-label', 'Steps');
  place.setAttribute('aria-live', 'polite');
  game.tabIndex = 0;
  game.classList.add('live');
  moves.forEach((move, n) => move.addEventListener('click', () => show(n + 1)));
  game.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(to);
  });
  // Paper shows the end.
  let before = at;
  addEventListener('beforeprint', () => {
    before = at;
    show(last);
  });
  addEventListener('afterprint', () => show(before));
}
