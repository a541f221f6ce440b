import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isScreenAddress } from '#server/site.ts'

test('what ends as a file does is no screen, and neither is what belongs to the API', () => {
  for (const path of [
    '',
    'clients',
    'clients/',
    'clients/0f6c2a4e-1c1f-4f7e-9d51-0f6c2a4e1c1f',
    'ajuda/coletas',
    'paginas/tabela-2.0/anexo',
  ])
    expect([path, isScreenAddress(path)]).toEqual([path, true])
  for (const path of [
    'robots.txt',
    'sitemap.xml',
    'favicon.ico',
    '.env',
    'wp-login.php',
    '.well-known/security.txt',
    'clients.json',
    'assets/old',
    'assets/old-1a2b.js',
    'api/v1/nothing',
    'oauth/nothing',
    'backup.tar.gz',
    'a/b/.git',
  ])
    expect([path, isScreenAddress(path)]).toEqual([path, false])
})

test('search engines are asked to leave the product alone', () => {
  expect(readFileSync('public/robots.txt', 'utf8')).toBe('User-agent: *\nDisallow: /\n')
})
