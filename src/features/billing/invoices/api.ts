import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape, noData, rowShape } from '#kernel/wire.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { replaceCodes } from '#features/billing/invoices/dps/dps.ts'
import { cancelCodes } from '#features/billing/invoices/dps/event.ts'
import { fitInvoiceLine, strangeIn } from '#features/billing/invoices/dps/fits.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { integrationQueues } from '#parts/integration/queues.ts'

const content = {
  value: z.number('Informe o valor.'),
  description: z.string('Descreva o serviço.').max(20_000),
  service: z.string('Escolha o serviço.').max(6),
  competence: day,
  iss_percent: z.number().nullish(),
  iss_retained: z.boolean().default(false),
}
const draft = z.strictObject({
  client_id: z.int('Escolha o cliente.').positive(),
  empresa_id: z.int('Escolha a empresa.').positive(),
  ...content,
})
export type InvoiceDraft = z.input<typeof draft>

const lack = z.object({ field: z.string(), label: z.string(), message: z.string() })
const previewed = z.object({
  lacks: listShape(lack),
  /** What does not stop it, and is to be known before. */
  warnings: listShape(z.string()),
  note: z
    .object({
      series: z.int(),
      number: z.int(),
      emitter: z.string(),
      environment: z.string(),
      issuer: z.string(),
      town: z.string(),
      taker: z.string(),
      document: z.string(),
      address: z.string(),
      service: z.string(),
      description: z.string(),
      value: z.number(),
      iss_percent: z.number().nullable(),
      iss_value: z.number(),
      iss_retained: z.boolean(),
      net_value: z.number(),
    })
    .nullable(),
})
export type InvoicePreview = z.infer<typeof previewed>

export const previewNote = call.post('/service-invoices/previa', {
  id: 'service-invoices.previa',
  summary: 'Ver a nota que seria emitida, e o que falta para ela',
  of: serviceInvoices,
  rate: 'read',
  audit: null,
  body: draft,
  answer: dataShape(previewed),
})

export const issueNote = call.post('/service-invoices/emitir', {
  id: 'service-invoices.emitir',
  summary: 'Emitir uma nota de serviço',
  of: serviceInvoices,
  writes: [integrationQueues, empresas],
  audit: 'service-invoices.store',
  body: draft,
  status: 201,
  answer: doneShape(rowShape(serviceInvoices)),
})

export const correctNote = call.put('/service-invoices/:id/corrigir', {
  id: 'service-invoices.corrigir',
  summary: 'Corrigir uma nota rejeitada e reenviar com o mesmo número',
  of: serviceInvoices,
  writes: [integrationQueues],
  body: z.strictObject(content),
  answer: doneShape(rowShape(serviceInvoices)),
})

/** Words that an emitter prints: 15 to 255 characters of Latin-1. */
const reasonText = z
  .string('Diga por quê.')
  .transform(fitInvoiceLine)
  .pipe(z.string().min(15, 'Explique em ao menos 15 caracteres.').max(255, 'Explique em até 255 caracteres.'))
  .refine(text => !strangeIn(text).length, 'Tire o que a nota não aceita: símbolos e emojis.')

export const substituteNote = call.post('/service-invoices/:id/substituir', {
  id: 'service-invoices.substituir',
  summary: 'Emitir outra nota no lugar de uma autorizada',
  of: serviceInvoices,
  writes: [integrationQueues, empresas],
  body: z
    .strictObject({
      ...content,
      code: z.enum(replaceCodes, 'Escolha o motivo.'),
      reason: reasonText.or(z.literal('')).default(''),
    })
    .refine(({ code, reason }) => code !== '99' || reason, {
      path: ['reason'],
      error: 'Em “Outros”, explique em ao menos 15 caracteres.',
    }),
  status: 201,
  answer: doneShape(rowShape(serviceInvoices)),
})

export const cancelNote = call.put('/service-invoices/:id/cancelar', {
  id: 'service-invoices.cancelar',
  summary: 'Cancelar uma nota de serviço',
  of: serviceInvoices,
  writes: [integrationQueues],
  body: z.strictObject({
    code: z.enum(cancelCodes, 'Escolha o motivo.'),
    reason: reasonText,
  }),
  answer: doneShape(rowShape(serviceInvoices)),
})

const issuer = z.object({
  lacks: listShape(lack),
  warnings: listShape(z.string()),
  emitter: z.string(),
  environment: z.string(),
  next: z.int(),
  series: z.int(),
  iss: z.number().nullable(),
  services: listShape(z.object({ codigo: z.string(), descricao: z.string() })),
  keeps_secrets: z.boolean(),
  has_token: z.boolean(),
  /** What is stored and does not open with the key of the installation: 'o certificado'. */
  unopened: listShape(z.string()),
  certificate: z.object({ valid_until: z.string(), document: z.string().nullable(), holder: z.string() }).nullable(),
})
export type IssuerState = z.infer<typeof issuer>

export const readIssuer = call.get('/service-invoices/emissor/:id', {
  id: 'service-invoices.emissor',
  summary: 'Ver o que falta para uma empresa emitir notas',
  of: serviceInvoices,
  // It is read again after a save of the company.
  lists: empresas,
  answer: dataShape(issuer),
})

export const downloadInvoicePdf = call.get('/service-invoices/:id/pdf', {
  id: 'service-invoices.pdf',
  summary: 'Baixar o PDF de uma nota de serviço',
  of: serviceInvoices,
  gives: ['application/pdf'],
  answer: 'file',
})
export const downloadInvoiceXml = call.get('/service-invoices/:id/xml', {
  id: 'service-invoices.xml',
  summary: 'Baixar o XML de uma nota de serviço',
  of: serviceInvoices,
  gives: ['application/xml'],
  answer: 'file',
})

/** Bytes. A certificate A1 is some 5 KB; its chain may be as long again. */
const largestPfx = 64 * 1024

export const saveCertificate = call.put('/empresas/:id/certificado', {
  id: 'empresas.certificado',
  summary: 'Guardar o certificado digital A1 de uma empresa',
  of: empresas,
  proof: 'any',
  writes: [serviceInvoices],
  body: z.strictObject({
    file: z
      .base64('Envie o arquivo em base64.')
      .max(Math.ceil((largestPfx * 4) / 3), 'O arquivo é grande demais para um certificado A1.'),
    password: z.string('Informe a senha do certificado.').max(200),
  }),
  limit: 256 * 1024,
  transaction: 'own',
  answer: doneShape(z.object({ holder: z.string(), valid_until: z.string() })),
})

export const forgetCertificate = call.delete('/empresas/:id/certificado', {
  id: 'empresas.certificado.esquecer',
  summary: 'Esquecer o certificado digital de uma empresa',
  of: empresas,
  proof: 'any',
  writes: [serviceInvoices],
  answer: doneShape(noData),
})

export const saveAsaasKey = call.put('/empresas/:id/asaas', {
  id: 'empresas.asaas',
  summary: 'Guardar a chave e o token de webhook do Asaas de uma empresa',
  of: empresas,
  proof: 'any',
  writes: [serviceInvoices],
  body: z.strictObject({
    token: z.string('Informe a chave do Asaas.').trim().min(20, 'Confira: a chave é mais longa.').max(400),
    hook: z.string('Informe o token do webhook.').trim().min(32, 'Use ao menos 32 caracteres.').max(255),
  }),
  answer: doneShape(noData),
})

/** Asaas sends it when there is news of a note. */
export const receiveAsaasNotice = call.post('/webhooks/asaas', {
  id: 'webhooks.asaas',
  summary: 'Receber um aviso do Asaas sobre uma nota',
  of: 'none',
  access: 'public',
  audit: null,
  body: z.looseObject({
    id: z.string('Falta o código do evento.').min(1).max(100),
    event: z.string('Falta o nome do evento.').max(60),
    invoice: z.looseObject({ id: z.string().max(60) }).optional(),
  }),
  limit: 64 * 1024,
  answer: z.object({ received: z.boolean() }),
})
