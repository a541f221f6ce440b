// Who asks, by their bearer token, and the companies whose clients they see.
import { createHash } from 'node:crypto'

export const hashOf = authorization =>
  createHash('sha256')
    .update(authorization?.slice('Bearer '.length) ?? '')
    .digest()

export const sessionSql = `
  select s.user_id as id, array(select c.company_id::int from bench.user_companies c where c.user_id = s.user_id) as companies
  from bench.sessions s where s.token_hash = $1 and s.expires_at > now()`
