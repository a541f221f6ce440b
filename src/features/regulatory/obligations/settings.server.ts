import * as z from 'zod'
import { rules } from '#features/regulatory/obligations/rules.ts'
import { featureSetting } from '#server/config.ts'

export const markedFrom = featureSetting(
  'OBLIGATIONS_FROM',
  z.iso.date({ error: 'deve ser uma data, como 2026-01-01' }).optional(),
  'Due day from which obligations marked by hand are expected; unset: from each client’s registration',
)
export const notFollowed = featureSetting(
  'OBLIGATIONS_OFF',
  z
    .string()
    .transform(text => text.split(',').flatMap(id => id.trim() || []))
    .superRefine((ids, check) => {
      const unknown = ids.filter(id => rules.every(rule => rule.id !== id))
      if (unknown.length) check.addIssue({ code: 'custom', message: `cita o que não existe: ${unknown.join(', ')}` })
    })
    .optional(),
  'Obligations that the office does not follow, by id: `inscricao-estadual,contratos-de-postes`',
)

export const obligationSettings = [markedFrom, notFollowed] as const
