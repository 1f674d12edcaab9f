/** The grid of the members' cards and of their skeletons. */
export const memberGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-4'
