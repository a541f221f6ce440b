import * as z from 'zod'
import { call } from '#kernel/call.ts'

export const findCityByIbge = call.get('/cities/ibge/:code', {
  id: 'cities.ibge',
  summary: 'Município pelo código do IBGE',
  of: 'none',
  access: 'session',
  params: z.object({ code: z.string() }),
  answer: z.object({ id: z.int(), name: z.string(), name_state: z.string() }),
})
