/** Tables that are no section's, by what they hold. */
export const machinery: Readonly<Record<string, string>> = {
  audit_events: 'Histórico de tudo (fica para sempre)',
  idempotency_keys: 'Pedidos repetidos',
  sessions: 'Sessões',
  access_tokens: 'Sessões: fichas de acesso',
  refresh_tokens: 'Sessões: fichas de renovação',
  login_attempts: 'Tentativas de entrada',
  password_resets: 'Links de senha',
  registry_answers: 'Consultas de CNPJ, CEP e lugares',
  collect_reminders: 'Dias em que se pediu uma coleta',
  collect_drafts: 'Rascunhos de coletas',
  import_rows: 'Linhas de importações',
  anatel_batches: 'Arquivos da Anatel',
  anatel_providers: 'Prestadoras da Anatel',
  loose_files: 'Arquivos que podem ficar sem registro',
  viewings: 'Visões do sistema como o cliente',
  user_lists: 'Como cada um gosta das listas',
}
