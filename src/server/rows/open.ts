import type { AnyResource, StoredOf } from '#kernel/resource.ts'
import type { Ctx } from '#server/operation.ts'
import { actOnRow } from '#server/rows/act.ts'
import { createLast, createRow, createRows } from '#server/rows/create.ts'
import { findRow, holdRow, locateRow, lockRow, openDoor, readLast, seekRow, type DoorHouse } from '#server/rows/door.ts'
import { countRows, listRows, readAmong, readKeys, readPieces } from '#server/rows/list.ts'
import { pageOfRows } from '#server/rows/page.ts'
import { removeRow, reviveRow, turnRows } from '#server/rows/remove.ts'
import { doorTo } from '#server/rows/trash.ts'
import { updateRow, updateRows } from '#server/rows/update.ts'
import type { Key, Rows } from '#server/rows.ts'

export function openRows<R extends AnyResource>(house: DoorHouse, resource: R, ctx: Ctx, scoped: boolean): Rows<R> {
  const door = openDoor(house, resource, ctx, scoped)
  const updateOne = (key: Key, draft: Partial<StoredOf<AnyResource>>, version?: number, event?: string) =>
    updateRow(door, { key, draft, version }, event)
  const rows: Rows<AnyResource> = {
    page: async query => pageOfRows(doorTo(door, query), query),
    list: async (query, limit) => listRows(doorTo(door, query), query, limit),
    pieces: (query, limit) => readPieces(doorTo(door, query), query, limit),
    count: async query => countRows(doorTo(door, query), query),
    keys: async (query, limit) => readKeys(doorTo(door, query), query, limit),
    among: (ids, columns) => readAmong(door, ids, columns),
    find: (key: Key, lines?: readonly string[]) => findRow(door, key, lines),
    seek: key => seekRow(door, key),
    locate: key => locateRow(door, key),
    hold: key => holdRow(door, key),
    lock: key => lockRow(door, key),
    create: draft => createRow(door, draft),
    createLast: draft => createLast(door, draft),
    createAll: drafts => createRows(door, drafts),
    update: async (...given) => findRow(door, await updateOne(...given)),
    updateLast: async (...given) => readLast(door, await updateOne(...given)),
    put: async (...given) => findRow(door, await updateOne(...given), []),
    updateAll: updates => updateRows(door, updates),
    remove: key => removeRow(door, key),
    revive: key => reviveRow(door, key),
    setActive: (keys, active) => turnRows(door, keys, active),
    act: (key, action) => actOnRow(door, key, action),
  }
  return rows as unknown as Rows<R>
}
