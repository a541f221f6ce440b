import type { Config } from '#server/config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends one message, or throws. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

export declare function openMailer(config: Config): Mailer
