/** Scrolls the board to the column at a place. */
export function bring(board: HTMLElement | null, place: number, behavior: ScrollBehavior): void {
  const column = board?.querySelectorAll<HTMLElement>('[data-drop-id]')[place]
  if (board && column)
    board.scrollTo({ left: column.offsetLeft - (board.clientWidth - column.offsetWidth) / 2, behavior })
}
