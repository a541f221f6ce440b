import { missingKeys, type MatrixCases } from '#test/support/matrix/cases.ts'

const missing = (path: string) => `users/me/${path}/${missingKeys.uuid}`

// The world has no key for secrets, and an address without a name: it offers neither codes nor passkeys.
export const factorMatrix: MatrixCases = {
  'auth.passkey': () => [{ about: 'no passkeys here', url: 'passkeys/desafio', body: {}, status: 409 }],
  'users.me.seguranca': () => [{ about: 'own', url: 'users/me/seguranca', status: 200 }],
  'users.me.totp.store': () => [{ about: 'no key', url: 'users/me/totp', body: { name: 'Celular' }, status: 409 }],
  'users.me.totp.confirmar': () => [{ about: 'missing', url: missing('totp'), body: { code: '123456' }, status: 404 }],
  'users.me.passkeys.desafio': () => [{ about: 'no passkeys here', url: 'users/me/passkeys/desafio', status: 409 }],
  'users.me.passkeys.store': () => [
    {
      about: 'an invented passkey',
      url: 'users/me/passkeys',
      body: { name: 'Notebook', credential: { id: 'x' } },
      status: 422,
    },
  ],
  'users.me.segundo-fator.update': () => [
    { about: 'missing', url: missing('segundo-fator'), body: { name: 'Outro' }, status: 404 },
  ],
  'users.me.segundo-fator.destroy': () => [{ about: 'missing', url: missing('segundo-fator'), status: 404 }],
  'users.me.codigos.store': () => [{ about: 'nothing to stand in for', url: 'users/me/codigos', status: 409 }],
  'users.me.aparelhos.destroy': () => [{ about: 'missing', url: missing('aparelhos'), status: 404 }],
  'users.me.prova': () => [{ about: 'an invented code', url: 'users/me/prova', body: { otp: '123456' }, status: 422 }],
  'users.me.prova.desafio': () => [{ about: 'no passkeys here', url: 'users/me/prova/desafio', status: 409 }],
}
