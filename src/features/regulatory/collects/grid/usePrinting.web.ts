import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** On paper there is nothing to scroll: all of it is drawn. */
export function usePrinting() {
  const [printing, print] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => print(true))
    const after = () => print(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}
