import * as z from 'zod'
import { audiences } from '#kernel/access.ts'
import { boolean, integer, list, maybe, shape, string } from '#kernel/json.ts'

/** The answer to an act that leaves nothing to show: `route` is where the interface should go next. */
export const sentence = (message: string, route: string | null = null) => ({
  type: 'success',
  status: 200,
  route,
  message,
  data: { message },
})
export const saidJson = shape({
  type: string,
  status: integer,
  route: maybe(string),
  message: string,
  data: shape({ message: string }),
})

export const userJson = shape({
  id: integer,
  uuid: string,
  name: string,
  email: string,
  birthday: maybe(string),
  empresa_id: maybe(integer),
  empresa_visualizacao_id: maybe(integer),
  redefinir_senha_apos_login: boolean,
  profile: shape({ uuid: string, slug: string, name: string, audience: { ...string, enum: Object.keys(audiences) } }),
  is_admin: boolean,
  allow_routes: list(string),
  menus: list(string),
})

const storable = (value: string) => value.isWellFormed() && !value.includes('\0')
/** A text as it was typed, spaces and all: a password, a token. */
export const typed = (max: number) =>
  z
    .string({ error: 'Preencha este campo.' })
    .min(1, 'Preencha este campo.')
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine(storable, 'Há um caractere que não é aceito.')
