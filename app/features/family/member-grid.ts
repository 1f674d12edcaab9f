/** How the cards of the members stand, and while they load their shapes. */
export const memberGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-4'
