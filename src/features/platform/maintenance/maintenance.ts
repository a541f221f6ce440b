/** The groups of files in the folder, in display order, with their meaning. */
export const heaps: Readonly<Record<string, { readonly label: string; readonly about: string }>> = {
  documents: { label: 'Documentos', about: 'Têm registro no banco de dados, em uso ou excluído.' },
  loose: {
    label: 'Enviados há pouco ou sem registro',
    about: 'Vão para a lixeira um dia depois, se ninguém os nomear.',
  },
  unknown: { label: 'Desconhecidos', about: 'O banco de dados não sabe de quem são. Ninguém mexe neles.' },
  missing: { label: 'Faltando', about: 'Há registro, e o arquivo não está na pasta: confira a cópia de segurança.' },
  bin: { label: 'Lixeira', about: 'Ficam 30 dias, e voltam se um registro os nomear.' },
  spools: { label: 'Em curso', about: 'Exportações sendo escritas.' },
  letters: { label: 'Mensagens', about: 'E-mails gravados em arquivo, por falta de servidor de e-mail.' },
}
