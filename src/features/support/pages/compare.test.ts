import { expect, test } from 'vitest'
import { differencesOf, lookChanges } from '#features/support/pages/compare.ts'

const told = (before: string, after: string) =>
  differencesOf(before, after).map(({ is, value }) => ({ same: value, added: `+${value}+`, removed: `-${value}-` })[is])

test('two texts are compared word by word, accents and lines with them', () => {
  expect(told('até o dia 10', 'até o dia 12')).toEqual(['até o dia ', '-10-', '+12+'])
  expect(told('Retificação', 'Retificação')).toEqual(['Retificação'])
  expect(told('', 'Novo')).toEqual(['+Novo+'])
  expect(told('um\ndois', 'um\ntrês\ndois')).toEqual(['um\n', '+três\n+', 'dois'])
})

test('lines that stay are told whole, whatever is put before them', () => {
  const [stays, comes] = ['E se nada mudou?\nNa coleta do mês.', 'Do seu sistema\nExporte no dia do mês.\n']
  expect(told(stays, comes + stays)).toEqual([`+${comes}+`, stays])
})

test('what is taken out of one and put into the other gives the other', () => {
  const [before, after] = ['Envie a planilha até o dia 10.\n• IBGE', 'Envie até o dia 12 a planilha.\n• IBGE\n• Mbps']
  const pieces = differencesOf(before, after)
  expect(pieces.map(({ is, value }) => (is === 'added' ? '' : value)).join('')).toBe(before)
  expect(pieces.map(({ is, value }) => (is === 'removed' ? '' : value)).join('')).toBe(after)
})

test('what came to look otherwise is told by its words, once for each look, and what stays is not', () => {
  const run = (look: string, words: string) => ({ look, words })
  const before = [run('negrito', 'prazo'), run('itálico', 'aviso'), run('link para https://a.br', 'aqui')]
  const after = [run('negrito', 'prazo'), run('sublinhado', 'aviso'), run('link para https://b.br', 'aqui')]
  expect(lookChanges(before, before)).toEqual([])
  expect(lookChanges(before, after).map(({ is, look, words }) => `${is} ${look} ${words}`)).toEqual([
    'removed itálico aviso',
    'removed link para https://a.br aqui',
    'added sublinhado aviso',
    'added link para https://b.br aqui',
  ])
})
