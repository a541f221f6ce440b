import { coletaSlots } from '#features/regulatory/collects/slots.web.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { latePart } from '#web/ui/latePart.tsx'

coletaSlots.above = latePart(() => import('#features/regulatory/questions/ColetaQuestions.tsx'))
coletaSlots.asking = latePart(() => import('#features/regulatory/questions/AskDialog.tsx'))

/** The page of a coleta shows its questions, which have no page of their own. */
export const questionsOnWeb: WebFeature = {}
