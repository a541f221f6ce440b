import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]
const [width, height, foot, top, middle] = [480, 360, 300, 60, 240]

/** What is seen at a place of the picture: a tower on a hill against the sky. */
function colourAt(x: number, y: number): Colour {
  // Legs that come together, ties between them, and an antenna above.
  const half = 6 + (34 * (y - top)) / (foot - top)
  const inTower = y > top && y < foot && Math.abs(x - middle) <= half
  const leg = inTower && Math.abs(Math.abs(x - middle) - half) < 2.5
  const step = (y - top) % 40
  const tie = inTower && (step < 2 || Math.abs(Math.abs(x - middle) / half - step / 40) < 0.05)
  const antenna = y > top - 26 && y <= top && Math.abs(x - middle) < 2
  const dish = Math.hypot(x - middle - 22, y - 110) < 14
  if (dish) return [236, 238, 240]
  if (leg || tie || antenna) return Math.floor((y - top) / 40) % 2 ? [196, 60, 48] : [240, 240, 238]
  const hill = foot - 26 * Math.cos((x - middle) / 150)
  if (y > hill + 26) return [70, 104 + Math.round((y - hill) / 8), 62]
  const light = y / height
  return [Math.round(120 + 90 * light), Math.round(170 + 50 * light), Math.round(215 + 25 * light)]
}

/** A photograph for the demonstration, as a PNG (ISO/IEC 15948). */
export function towerPhoto(): Buffer {
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + 3 * width) + 1 + 3 * x)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    part('IHDR', header),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ])
}

function part(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
