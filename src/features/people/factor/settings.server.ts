import { featureSetting, wholeNumber } from '#server/config.ts'

export const proofMinutes = featureSetting(
  'PROOF_MINUTES',
  wholeNumber.min(1, 'deve estar entre 1 e 1440').max(1_440, 'deve estar entre 1 e 1440').default(10),
  'Minutes for which a password or second factor opens guarded acts: profiles, people, certificates, bank accounts, personal data, whole exports of people',
)

export const factorSettings = [proofMinutes] as const
