import { HttpError } from 'react-admin'
import { accessToken } from './auth.js'

async function ask(path) {
  const answer = await fetch(path, {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken()}` },
  })
  const body = await answer.json()
  if (!answer.ok) throw new HttpError(body.title, answer.status, body)
  return body
}

export const dataProvider = {
  async getList(resource, { pagination: { page, perPage }, sort: { field, order }, filter: { q } }) {
    const query = new URLSearchParams({ page, per_page: perPage, sort: order === 'DESC' ? `-${field}` : field })
    if (q) query.set('search', q)
    const { data, total } = await ask(`/api/v1/${resource}?${query}`)
    return { data, total }
  },
}
