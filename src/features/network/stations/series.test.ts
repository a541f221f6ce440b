import { expect, test } from 'vitest'
import { nameAfter, seriesIn } from '#features/network/stations/series.ts'

test.each([
  ['Torre 3', 1, 'Torre 4'],
  ['Torre 09', 2, 'Torre 11'],
  ['Torre 99', 1, 'Torre 100'],
  ['Torre', 1, 'Torre 2'],
])('after %s, %d: %s', (name, nth, next) => expect(nameAfter(name, nth)).toBe(next))

test('a line names a station, places it, or both', () => {
  expect(
    seriesIn(
      'Morro do Sino\nPico; -22,906; -47,0606\n\n-22.9\t-47.1\nSerra\t22°54\'21,60" S 47°03\'38,16" W',
      'Torre 3',
    ),
  ).toEqual([
    { name: 'Morro do Sino', at: null },
    { name: 'Pico', at: { lat: -22.906, lng: -47.0606 } },
    { name: 'Torre 6', at: { lat: -22.9, lng: -47.1 } },
    { name: 'Serra', at: { lat: -22.906, lng: -47.0606 } },
  ])
})

test('what cannot be told is said, and nothing of it is guessed', () => {
  expect(seriesIn('Pico; perto da ponte\nSerra; 22,9; 47,06\nPico 2\nPico 2', 'Torre')).toMatchObject([
    { name: 'Pico', wrong: 'Não há coordenadas neste texto.' },
    { name: 'Serra', wrong: expect.stringContaining('Escreva -22,900000; -47,060000.') },
    { name: 'Pico 2', at: null },
    { name: 'Pico 2', wrong: 'O nome se repete.' },
  ])
})
