import { useEffect, useRef, useState } from 'react'
import { fetchDelay, skeletonTime } from '#web/constants.ts'

/** True while something takes noticeably long: from 200 ms on, and then for at least 300 ms. */
export function useDelayed(waiting: boolean) {
  const [shown, show] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (waiting === shown) return
    const left = waiting ? fetchDelay : Math.max(0, since.current + skeletonTime - Date.now())
    const timer = setTimeout(() => {
      since.current = Date.now()
      show(waiting)
    }, left)
    return () => clearTimeout(timer)
  }, [waiting, shown])
  return shown
}
