import { longestItemName } from '#features/billing/bills/bill/bills.ts'

/** What an order's bill is for: the first line of its description, shortened at a word. */
export function itemNameOf(description: string): string {
  const line = description.trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? ''
  if (line.length <= longestItemName) return line
  const short = line.slice(0, longestItemName - 1)
  const end = short.lastIndexOf(' ')
  return `${short.slice(0, end > 0 ? end : undefined).trimEnd()}…`
}
