/** The items of a `Glide` that are in a hand, or on their way out of it: they find their place by themselves. */
export const carried = new Set<string>()
