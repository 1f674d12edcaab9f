import { startTransition, useEffect, useState } from 'react'

const step = 6

/**
 * How many items of a long list to render: what is in sight at first, then more with each transition, from then on all. One
 * transition for the whole list would commit it at once, and block the page for 200 ms on a slow tablet.
 */
export function useProgressiveCount(total: number, first = step): number {
  const [count, setCount] = useState(first)
  useEffect(() => {
    if (count !== Infinity) startTransition(() => setCount(count < total ? count + step : Infinity))
  }, [count, total])
  return count
}
