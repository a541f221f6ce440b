import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { clientAccesses, collectReport } from '#features/regulatory/collects/report/schema.ts'

export const readCollectReport = call.get('/collects/:id/reports', {
  id: 'collects.reports',
  summary: 'Ver o relatório dos doze meses até a coleta',
  of: collects,
  answer: dataShape(collectReport),
})
export const downloadCollectReport = call.get('/collects/:id/reports/pdf', {
  id: 'collects.reports.pdf',
  summary: 'Baixar o relatório da coleta em PDF',
  of: collects,
  rate: 'heavy',
  answer: 'file',
  gives: ['application/pdf'],
})
export const downloadCollectForm = call.get('/collects/:id/formulario', {
  id: 'collects.formulario',
  summary: 'Baixar o formulário da coleta em PDF, preenchido ou em branco',
  of: collects,
  rate: 'heavy',
  query: z.strictObject({ em_branco: z.enum(['1'], 'Informe `1` para o formulário em branco.').optional() }),
  answer: 'file',
  gives: ['application/pdf'],
})
export const readClientAccesses = call.get('/clients/:id/acessos', {
  id: 'clients.acessos',
  summary: 'Ver os acessos do cliente, mês a mês',
  of: clients,
  answer: dataShape(clientAccesses),
})
