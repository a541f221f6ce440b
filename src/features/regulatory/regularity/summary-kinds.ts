/** What a line of a summary is about. */
export const summaryKinds = {
  obrigacao: 'Obrigações',
  coleta: 'Coletas',
  tarefa: 'Tarefas',
  documento: 'Documentos',
} as const
