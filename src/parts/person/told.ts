import type { NoticeKind } from '#parts/notice/notices.ts'

/** Where somebody finds what is theirs to do. */
export const ownDay = '/tarefas/meu-dia'

/** Somebody is to answer for a row from now on. */
export const assigned: NoticeKind = {
  name: 'atribuicao',
  label: 'Atribuições',
  about:
    'Alguém põe você como responsável por um cliente, uma coleta, uma tarefa ou um chamado, ou abre o mês dos seus clientes.',
  of: ['clients', 'collects', 'client-tarefas', 'tickets'],
  team: true,
  inDigest: true,
}

/** The work of one person became another's for good. */
export const handedOver: NoticeKind = {
  name: 'passagem',
  label: 'Trabalho passado a você',
  about: 'O trabalho de outra pessoa passa a ser seu.',
  of: [],
  team: true,
  inDigest: true,
}
