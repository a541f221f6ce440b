import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { isDay } from '#kernel/page.ts'
import { oneLine, required } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { longestPassword } from '#features/people/auth/password-rules.ts'
import { ownAccount } from '#features/people/auth/menus.ts'

const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')
/** A text as it was typed, spaces and all: a password, a token. */
const typedText = (max: number) =>
  z
    .string({ error: 'Preencha este campo.' })
    .min(1, 'Preencha este campo.')
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine(isStorable, 'Há um caractere que não é aceito.')

/** The answer to an act that leaves nothing to show: `route` is where the interface should go next. */
const sentenceAnswer = z.object({
  type: z.string(),
  status: z.int(),
  route: z.string().nullable(),
  message: z.string(),
  data: z.object({ message: z.string() }),
})

export const logOut = call.post('/logout', {
  id: 'logout',
  asOther: true,
  urgent: true,
  summary: 'Sair',
  of: 'self',
  access: 'session',
  audit: 'users.logout',
  answer: sentenceAnswer,
})
export const requestRecovery = call.post('/password-recovery', {
  id: 'auth.recovery',
  summary: 'Pedir um link para trocar a senha',
  of: 'none',
  access: 'public',
  rate: 'auth',
  audit: 'users.password-recovery',
  transaction: 'own',
  body: z.strictObject({ email: typedText(254) }),
  answer: sentenceAnswer,
})
export const chooseNewPassword = call.post('/reset-password', {
  id: 'auth.reset',
  summary: 'Escolher uma nova senha pelo link recebido',
  of: 'none',
  access: 'public',
  rate: 'auth',
  audit: 'users.reset-password',
  transaction: 'own',
  body: z.strictObject({
    token: typedText(100),
    password: typedText(longestPassword),
    password_confirmation: typedText(longestPassword),
  }),
  answer: sentenceAnswer,
})

export const beginDirectorySignIn = call.post('/entrar-pelo-diretorio', {
  id: 'auth.directory',
  summary: 'Começar a entrar pelo diretório da empresa',
  of: 'none',
  access: 'public',
  rate: 'auth',
  transaction: 'own',
  /** `again`: the directory asks who it is even of somebody it knows. */
  body: z.strictObject({ again: z.boolean().optional() }),
  answer: dataShape(
    z.object({
      /** Where the browser goes next, at the directory. */
      url: z.string(),
      /** Goes with what the directory answers, once, from this browser. */
      ticket: z.string(),
    }),
  ),
})

export const readOwnAccount = call.get('/users/me', {
  id: 'users.me',
  summary: 'Ver os próprios dados',
  of: 'self',
  access: 'session',
  answer: dataShape(ownAccount),
})

const ownDraft = z.strictObject({
  name: oneLine(120).refine(Boolean, required).optional(),
  birthday: z.string().refine(isDay, 'Informe uma data que exista.').nullable().optional(),
  current_password: typedText(longestPassword).optional(),
  password: typedText(longestPassword).optional(),
  password_confirmation: typedText(longestPassword).optional(),
})
/** What a person may change of themselves: all else is `users.update`'s. */
export type OwnDraft = z.infer<typeof ownDraft>

export const updateOwnAccount = call.put('/users/me', {
  id: 'users.me.update',
  summary: 'Alterar os próprios dados e a própria senha',
  of: 'self',
  access: 'session',
  transaction: 'own',
  body: ownDraft,
  answer: doneShape(ownAccount),
})
export const chooseOwnCompany = call.put('/users/me/empresa-visualizacao-id', {
  id: 'users.me.empresa',
  summary: 'Escolher a empresa que se vê',
  of: 'self',
  body: z.strictObject({
    empresa_visualizacao_id: z.union([z.int().positive(), z.uuid(), z.literal('todos'), z.null()], {
      error: 'Escolha uma das empresas, ou todas.',
    }),
  }),
  answer: doneShape(ownAccount),
})
export const readStartup = call.get('/inicializacao', {
  id: 'inicializacao',
  summary: 'O que o menu mostra',
  of: 'self',
  access: 'session',
  answer: z.object({
    usuario: z.object({ menus: z.record(z.string(), z.boolean()) }),
    /** A mail server is configured. */
    mail_leaves: z.boolean(),
  }),
})

const liveSession = z.object({
  id: z.int(),
  uuid: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
  ip: z.string(),
  agent: z.string(),
  current: z.boolean(),
  /** Whether its tokens are worthless without the key of its browser. */
  bound: z.boolean(),
  /** The registered program that began it; null for the interface and plain calls. */
  program: z.string().nullable(),
  /** When somebody last presented one of its tokens without the key. */
  copy_refused_at: z.string().nullable(),
})
/** A live session as its owner sees it; moments in ISO 8601. */
export type LiveSession = z.infer<typeof liveSession>

export const listOwnSessions = call.get('/users/me/sessions', {
  id: 'users.me.sessions',
  asOther: false,
  summary: 'Ver onde se está conectado',
  of: 'self',
  access: 'session',
  answer: z.object({ data: listShape(liveSession), total: z.int() }),
})
export const leaveDevice = call.delete('/users/me/sessions/:id', {
  id: 'users.me.sessions.destroy',
  summary: 'Sair de outro aparelho',
  of: 'self',
  access: 'session',
  answer: sentenceAnswer,
})

export const readCalendarLink = call.get('/users/me/calendario', {
  id: 'users.me.calendario',
  asOther: false,
  summary: 'Ver desde quando se tem um link do calendário',
  of: 'self',
  access: 'session',
  answer: dataShape(z.object({ created_at: z.string().nullable() })),
})
export const renewCalendarLink = call.put('/users/me/calendario', {
  id: 'users.me.calendario.update',
  summary: 'Criar ou trocar o link do calendário',
  of: 'self',
  access: 'session',
  answer: doneShape(z.object({ url: z.string() })),
})
export const endCalendarLink = call.delete('/users/me/calendario', {
  id: 'users.me.calendario.destroy',
  summary: 'Encerrar o link do calendário',
  of: 'self',
  access: 'session',
  answer: sentenceAnswer,
})

export const listGranters = call.get('/users/me/acesso', {
  id: 'users.me.acesso',
  summary: 'Ver a quem pedir acesso',
  of: 'self',
  access: 'session',
  answer: dataShape(z.object({ house: z.string().nullable(), people: listShape(z.string()), others: z.int() })),
})

const birthday = z.object({ uuid: z.string(), name: z.string(), birthday: z.string() })
/** Somebody and the day they complete another year, 'AAAA-MM-DD'; the year they were born is not answered. */
export type Birthday = z.infer<typeof birthday>

export const listBirthdays = call.get('/users/upcoming-birthdays', {
  id: 'users.upcoming-birthdays',
  summary: 'Ver os aniversários do mês e os próximos',
  of: 'none',
  answer: dataShape(listShape(birthday)),
})
