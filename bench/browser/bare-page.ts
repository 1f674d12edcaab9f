/** A page with 60 cards in four lanes and nothing else: no framework, no styles, no rules. */
export const barePage = `<!doctype html>
<style>
  body { display: flex; gap: 16px; margin: 16px }
  .lane { flex: 1; min-height: 800px; background: #eee }
  .card { padding: 16px; margin: 8px; background: #fff; user-select: none }
</style>
<button id="open">Open</button><dialog><form method="dialog"><input /><button>Close</button></form></dialog>
<script>
  const lanes = [0, 1, 2, 3].map((number) => {
    const lane = document.body.appendChild(document.createElement('div'))
    lane.id = 'lane-' + number
    lane.className = 'lane'
    return lane
  })
  for (let number = 1; number <= 60; number++) {
    const card = lanes[number === 1 ? 0 : number % 4].appendChild(document.createElement('div'))
    card.id = 'card-' + number
    card.className = 'card'
    card.textContent = 'Quest number ' + number
  }
  lanes[0].prepend(document.getElementById('card-1'))
  document.getElementById('open').onclick = () => document.querySelector('dialog').showModal()
  let held
  addEventListener('mousedown', ({ target, clientX, clientY }) => {
    if (target.className === 'card') held = { card: target, x: clientX, y: clientY }
  })
  addEventListener('mousemove', ({ clientX, clientY }) => {
    if (held) held.card.style.transform = 'translate(' + (clientX - held.x) + 'px,' + (clientY - held.y) + 'px)'
  })
  addEventListener('mouseup', ({ clientX, clientY }) => {
    if (!held) return
    const { card } = held
    held = undefined
    card.style.transform = ''
    const lane = document.elementsFromPoint(clientX, clientY).find((found) => found.className === 'lane')
    if (!lane || lane === card.parentElement) return
    lane.prepend(card)
    void fetch('/', { method: 'PATCH', body: JSON.stringify({ id: Number(card.id.slice(5)), lane: Number(lane.id.slice(5)) }) })
  })
  const socket = new WebSocket(location.origin.replace('http', 'ws'))
  socket.onopen = () => (document.body.dataset.ready = '')
  socket.onmessage = ({ data }) => {
    const { id, lane } = JSON.parse(data)
    lanes[lane].prepend(document.getElementById('card-' + id))
  }
</script>`
