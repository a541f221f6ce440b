import type { Reasons } from './missing.ts'

/** Columns that stand in a resource's table and are no field of it, and why. */
export const besides: Reasons = {
  'clients_client_partners.slug': 'the database makes it of the name',
  'profiles.allow_routes': 'its roles as one text, which every request reads; triggers keep it',
  'imports.sha256': 'its file in the store',
  'imports.header': 'what the file calls its columns',
  'imports.facts': 'how the file was written',
  'imports.mapping': 'which column of the file is which of ours',
  'imports.step': 'what is being done with it',
  'mails.letter': 'what it says, without the link that is made as it goes',
  'incoming_mails.message_id': 'the message it became, which its author may delete',
  'mails.run': 'whose try it is',
  'mails.leased_until': 'until when nobody else tries',
  'imports.forgotten_at': 'when its rows and its file were forgotten',
  'notices.shown': 'whether its reader wants it in the bell, or in the daily summary alone',
  'notices.digested_at': 'when the daily summary told of it',
  'users.empresa_visualizacao_id':
    'the company an administrator looks at: chosen by a route of its own, never by a form',
}
const few = 'a handful of values over millions of rows: an index costs every save, and spares a scan once a year'
/** References that no index begins with, and why. */
export const scanned: Reasons = {
  'collects_locations_accesses_ordered.client_type_id': few,
  'collects_locations_accesses_ordered.attendance_type_id': few,
  'collects_locations_accesses_ordered.attendance_middle_id': few,
  'collects_locations_accesses_ordered.product_type_id': few,
  'collects_locations_accesses_ordered.technology_type_id': few,
}
const picked = 'what the house chooses from: a few dozen'
/** Lists that never grow so long that reading them whole is felt, and why; those with a slug are all such. */
export const brief: Reasons = {
  empresas: 'the companies of the house',
  'document-types': picked,
  tarefas: picked,
  'links-importantes': picked,
  'links-importantes-categorias': picked,
  'informative-categories': picked,
  informative: 'a few pieces of news a month',
  notices: 'one person’s own, of some months, by an index of theirs',
  pages: 'written by hand',
  mappings: 'one for each layout of file that somebody sends',
  'month-openings': 'one a month',
  configurations: 'as many as the house has settings',
  'module-configurations': 'as many as there are modules',
  profiles: picked,
  people: 'the people of the house',
  absences: 'a few for each person a year',
  particularities: picked,
  cities: 'the 5,571 municipalities',
}
/** Tables that are no resource's. */
export const machinery: Reasons = {
  migrations: 'which files were applied',
  audit_events: 'the history of every row',
  idempotency_keys: 'answers to creations already made',
  permissions: 'which permissions were already offered to profiles',
  installation: 'what is decided once per installation',
  sessions: 'sign-ins',
  calendar_links: 'hashes of private links to a calendar',
  notice_choices: 'what each person wants to be told of, and where',
  viewings: 'who looked as whom of a client',
  user_lists: 'how each person likes each list',
  access_tokens: 'hashes of tokens',
  refresh_tokens: 'hashes of tokens',
  password_resets: 'links to choose a password',
  login_attempts: 'failures, counted',
  registry_answers: 'what services outside said',
  collect_takings: 'which files came into a coleta, by their hash',
  collect_reminders: 'on which days a client was asked again',
  collect_drafts: 'what somebody has not saved yet of a coleta',
  ticket_drafts: 'what somebody has not sent yet to a ticket',
  chores: 'what the house does by itself, and how it went',
  meta_uploads: 'files of run-time fields',
  loose_files: 'files that may have no row',
  fistel_tenures: 'the days each fistel was in use',
  handover_rows: 'what each hand-over moved',
  reply_addresses: 'whose each reply address is, and of which ticket',
  mailboxes: 'how far each mailbox was read',
  import_rows: 'what each row of a spreadsheet is and became',
  anatel_batches: 'when Anatel’s open file was taken in',
  anatel_providers: 'its rows',
}
