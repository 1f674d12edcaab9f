import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pairingMinutes, type FamilyDevice, type Pairing } from '#domain/contract/devices.ts'
import type { DeviceId, FamilyId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { isLoopback } from '#app/lib/device/is-plain-http.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { sentences } from '#app/state/sentences.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { common } from '#texts/common'
import { devices as texts } from '#texts/devices'
import { childrenOf, deviceName } from './device-words.ts'
import { devicesQuery } from './devices-query.ts'
import { QrCode } from './qr-code.tsx'

export type PairDeviceProps = {
  familyId: FamilyId
  /** Called once somebody has said on the device who uses it. */
  onJoined?: () => void
}

/** Shows a code that lets one device in without an account, as QR code and as letters, until a device has used it. */
export default function PairDevice({ familyId, onJoined }: PairDeviceProps) {
  const { pairing, error, isPending, isOver, joined, ask } = usePairing(familyId)
  const isReady = joined !== undefined && joined.use !== null
  useEffect(() => {
    if (isReady) onJoined?.()
    // Told once; a caller may pass another function each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady])
  useAnnounced(isOver && joined === undefined && texts.codeOver)
  if (joined !== undefined) return <Joined device={joined} onAskAgain={ask} />
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      {isLoopback() && <p className="bg-sun-soft rounded-control p-3 text-left font-semibold">{texts.onlyHere}</p>}
      {error && <FormError sentence={sentenceFrom(error)} />}
      {error && (
        <Button busy={isPending} onClick={ask}>
          {common.tryAgain}
        </Button>
      )}
      {!error && (pairing === undefined || isPending) && (
        <Loading label={common.loading} className="flex flex-col items-center gap-4">
          <Skeleton className="aspect-square w-60 max-w-full rounded-card" />
          <Skeleton className="h-12 w-60 max-w-full" />
        </Loading>
      )}
      {!error && pairing !== undefined && !isPending && isOver && (
        <>
          <p className="text-lg font-semibold">{texts.codeOver}</p>
          <Button onClick={ask}>{texts.newCode}</Button>
        </>
      )}
      {!error && pairing !== undefined && !isPending && !isOver && <Code {...pairing} />}
    </div>
  )
}

function Code({ code }: Pairing) {
  const groups = [code.slice(0, 4), code.slice(4)]
  const { origin, host } = window.location
  return (
    <>
      <p>{texts.scanIt}</p>
      {/* In the fragment, which is sent to no server and written to no log. */}
      <QrCode
        text={`${origin}/join#${code}`}
        label={texts.qrCode}
        className="aspect-square w-60 max-w-full rounded-card shadow-lift"
      />
      <p>{filled(texts.orType, { address: <b translate="no" className="wrap-anywhere">{`${host}/join`}</b> })}</p>
      <p translate="no" className="font-display text-4xl leading-none font-bold tracking-[0.12em]">
        <span className="sr-only">{code.split('').join(', ')}</span>
        <span aria-hidden className="flex flex-wrap justify-center gap-x-5 gap-y-2">
          {groups.map((group) => (
            <span key={group}>{group}</span>
          ))}
        </span>
      </p>
      <p className="text-muted">{texts.goodFor(pairingMinutes)}</p>
    </>
  )
}

function Joined({ device, onAskAgain }: { device: FamilyDevice; onAskAgain: () => void }) {
  const members = useFamilyPart('members')
  const name = deviceName(device)
  const ready =
    device.use === null
      ? undefined
      : device.use === 'wall'
        ? texts.wallReady
        : texts.deviceReady(childrenOf(device, members), name)
  useAnnounced(ready ?? sentences([texts.hasJoined, name, texts.chooseOnIt]))
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <BubbleMark mood={ready === undefined ? 'idle' : 'cheering'} className="size-24" />
      <div>
        <p className="font-display text-2xl font-bold wrap-anywhere">{ready ?? texts.hasJoined}</p>
        {ready === undefined && (
          <>
            <p translate={device.name === null ? undefined : 'no'} className="text-muted">
              {name}
            </p>
            <p className="mt-2">{texts.chooseOnIt}</p>
          </>
        )}
      </div>
      {ready !== undefined && (
        <Button variant="quiet" onClick={onAskAgain}>
          {texts.addAnother}
        </Button>
      )}
    </div>
  )
}

/** A code of this family, and the device that has joined by it. */
function usePairing(familyId: FamilyId) {
  const client = useQueryClient()
  // No query, whose data the offline copy would keep.
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const before = await client.fetchQuery({ ...devicesQuery(familyId), staleTime: 0 })
      const pairing = await call('addPairing', { familyId })
      return { pairing, known: new Set<DeviceId>(before.map(({ id }) => id)) }
    },
  })
  const hasAsked = useRef(false)
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    mutate()
  }, [mutate])
  const { data: listed } = useQuery(devicesQuery(familyId))
  return {
    pairing: data?.pairing,
    error,
    isPending,
    isOver: useIsOver(data?.pairing.expiresAt),
    joined: data && !isPending ? listed?.find(({ id, isPaired }) => isPaired && !data.known.has(id)) : undefined,
    ask: () => mutate(),
  }
}

/** Whether the moment is over, by the server's clock. */
function useIsOver(moment: string | undefined): boolean {
  const [over, setOver] = useState<string>()
  useEffect(() => {
    if (moment === undefined) return undefined
    const timer = setTimeout(() => setOver(moment), Math.max(0, Date.parse(moment) - serverNow()))
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== undefined && over === moment
}
