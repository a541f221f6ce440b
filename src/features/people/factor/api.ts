import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { oneLine, required } from '#kernel/schema.ts'
import { dataShape, doneShape, keyShape, listShape, noData, valueShape } from '#kernel/wire.ts'
import { factorKinds, proofMethods } from '#features/people/factor/factors.ts'
import { longestPassword } from '#features/people/auth/password-rules.ts'

const ownCall = { of: 'self', access: 'session', asOther: false } as const

const shownText = (max: number) =>
  z
    .string(required)
    .min(1, required)
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine(value => value.isWellFormed() && !value.includes('\0'), 'Há um caractere que não é aceito.')
const code = shownText(20)
const factorName = oneLine(60).refine(Boolean, required)
/** What a browser answers of a passkey (WebAuthn, 5.1: `toJSON`); checked by its signature. */
const credentialJson = z.looseObject({ id: z.string().max(2_000) })
/** What a browser gets to make or use a passkey; its members are WebAuthn's. */
const browserOptions = valueShape<object>({ type: 'object', additionalProperties: true })

const factor = z.object({
  uuid: z.string(),
  kind: keyShape(factorKinds),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** False: the installation has another key than the one it was sealed with. */
  opens: z.boolean(),
})
const rememberedDevice = z.object({
  uuid: z.string(),
  agent: z.string(),
  ip: z.string(),
  last_at: z.string(),
  trusted_until: z.string(),
})
const ownSecurity = z.object({
  factors: listShape(factor),
  recovery: z.object({ total: z.int(), left: z.int() }),
  devices: listShape(rememberedDevice),
  /** With what one may prove now who one is. */
  methods: listShape(z.enum(proofMethods)),
  /** Whether the profile demands a second factor. */
  demanded: z.boolean(),
  /** What this installation offers; where it does not, why. */
  offers: z.object({ totp: z.string().nullable(), passkey: z.string().nullable() }),
})
/** By what one's account is protected. */
export type OwnSecurity = z.infer<typeof ownSecurity>
export type OwnFactor = z.infer<typeof factor>

export const readOwnSecurity = call.get('/users/me/seguranca', {
  ...ownCall,
  id: 'users.me.seguranca',
  summary: 'Ver como a própria conta está protegida',
  answer: dataShape(ownSecurity),
})

/** Recovery codes that are shown once; none where the person had some before. */
const withCodes = doneShape(z.object({ recovery_codes: listShape(z.string()) }))

export const beginTotp = call.post('/users/me/totp', {
  ...ownCall,
  id: 'users.me.totp.store',
  summary: 'Começar a cadastrar um aplicativo de códigos',
  proof: 'factor',
  audit: null,
  // A transaction of its own: an answer that is stored for repetition would hold the secret.
  transaction: 'own',
  body: z.strictObject({ name: factorName }),
  answer: dataShape(
    z.object({
      uuid: z.string(),
      secret: z.string(),
      uri: z.string(),
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  ),
})
export const confirmTotp = call.put('/users/me/totp/:id', {
  ...ownCall,
  id: 'users.me.totp.confirmar',
  summary: 'Confirmar o aplicativo de códigos com o primeiro código',
  body: z.strictObject({ code }),
  answer: withCodes,
})

export const beginPasskey = call.post('/users/me/passkeys/desafio', {
  ...ownCall,
  id: 'users.me.passkeys.desafio',
  summary: 'Começar a cadastrar uma chave de acesso',
  proof: 'factor',
  audit: null,
  transaction: 'own',
  answer: dataShape(browserOptions),
})
export const savePasskey = call.post('/users/me/passkeys', {
  ...ownCall,
  id: 'users.me.passkeys.store',
  summary: 'Cadastrar uma chave de acesso',
  proof: 'factor',
  limit: 64 * 1024,
  transaction: 'own',
  body: z.strictObject({ name: factorName, credential: credentialJson }),
  answer: withCodes,
})

export const renameFactor = call.put('/users/me/segundo-fator/:id', {
  ...ownCall,
  id: 'users.me.segundo-fator.update',
  summary: 'Dar outro nome a um segundo fator',
  body: z.strictObject({ name: factorName }),
  answer: doneShape(noData),
})
export const removeFactor = call.delete('/users/me/segundo-fator/:id', {
  ...ownCall,
  id: 'users.me.segundo-fator.destroy',
  summary: 'Remover um segundo fator',
  proof: 'factor',
  answer: doneShape(noData),
})
export const renewRecoveryCodes = call.post('/users/me/codigos', {
  ...ownCall,
  id: 'users.me.codigos.store',
  summary: 'Criar outros códigos de recuperação, no lugar dos anteriores',
  proof: 'factor',
  transaction: 'own',
  answer: withCodes,
})
export const forgetDevice = call.delete('/users/me/aparelhos/:id', {
  ...ownCall,
  id: 'users.me.aparelhos.destroy',
  summary: 'Voltar a pedir o segundo fator em um aparelho lembrado',
  answer: doneShape(noData),
})

/** One of these: what somebody shows to prove who they are. */
const shownProof = z.union([
  z.strictObject({ password: shownText(longestPassword) }),
  z.strictObject({ otp: code }),
  z.strictObject({ recovery_code: shownText(40) }),
  z.strictObject({ passkey: credentialJson }),
])
export type ShownProof = z.infer<typeof shownProof>

export const proveSelf = call.post('/users/me/prova', {
  ...ownCall,
  id: 'users.me.prova',
  summary: 'Provar quem se é, antes de um ato que pede isso',
  rate: 'auth',
  audit: null,
  limit: 64 * 1024,
  transaction: 'own',
  body: shownProof,
  answer: doneShape(noData),
})
export const beginProof = call.post('/users/me/prova/desafio', {
  ...ownCall,
  id: 'users.me.prova.desafio',
  summary: 'Começar a provar quem se é com uma chave de acesso',
  rate: 'auth',
  audit: null,
  transaction: 'own',
  answer: dataShape(browserOptions),
})

export const beginPasskeySignIn = call.post('/passkeys/desafio', {
  id: 'auth.passkey',
  summary: 'Começar a entrar com uma chave de acesso, só com ela ou depois da senha',
  of: 'none',
  access: 'public',
  rate: 'auth',
  audit: null,
  transaction: 'own',
  urgent: true,
  body: z.strictObject({ mfa_token: shownText(100).optional() }),
  answer: dataShape(browserOptions),
})
