import { startTransition, useEffect, useState } from 'react'

const step = 6

/**
 * The number of items of a long list to render: the visible ones first, then more with each transition until all are
 * rendered. A single transition would commit the whole list at once, and block the page for 200 ms on a slow tablet.
 */
export function useProgressiveCount(total: number, first = step): number {
  const [count, setCount] = useState(first)
  useEffect(() => {
    if (count !== Infinity) startTransition(() => setCount(count < total ? count + step : Infinity))
  }, [count, total])
  return count
}
