import { useAtom } from 'jotai'
import { ScanQrCode } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { pairingCodeLength, PairingCode } from '#domain/contract/devices.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { mayShowCamera } from '#app/lib/device/find-camera.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { pairingCodeAtom } from '#app/lib/session/mailed-link.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { join } from '#texts/join'
import { useJoin } from './use-join.ts'

// A chunk of its own, with the decoder of QR codes.
const Scanner = lazyWithPreload(() => import('./scanner.tsx'))

/** Takes the code of a parent's screen: from the link that opened this page, by the camera, or typed. */
export function JoinForm() {
  const [linkCode, setLinkCode] = useAtom(pairingCodeAtom)
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  const wasScanning = useRef(false)
  const [wrongLetters, setWrongLetters] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, error, isPending, isSuccess, reset } = useJoin()
  const mayScan = useMayScan()
  const isBusy = isPending || isSuccess

  // Tells of a send before the next render: the key that ends a composition submits at once.
  const isSending = useRef(false)
  const submit = (text: string) => {
    const code = PairingCode.safeParse(text)
    setTyped(text)
    setWrongLetters(!code.success)
    const focus = () => input.current?.focus()
    if (!code.success) return focus()
    if (isSending.current) return
    isSending.current = true
    mutate(code.data, {
      onError: () => {
        isSending.current = false
        focus()
      },
    })
  }
  useEffect(() => {
    if (linkCode === null) return
    submit(linkCode)
    setLinkCode(null)
    // Each link is used once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [linkCode])
  useEffect(() => {
    // A keyboard that comes by itself would hide the button for the camera.
    if (mayScan === false) input.current?.focus()
  }, [mayScan])
  const sendWhole = (text: string) => lettersOf(text).length === pairingCodeLength && submit(text)
  const type = (text: string, isComposing: boolean) => {
    setTyped(text)
    setWrongLetters(false)
    if (error !== null) reset()
    if (!isComposing && lettersOf(text) !== lettersOf(typed)) sendWhole(text)
  }
  if (isScanning) {
    return (
      <Suspense fallback={null}>
        <Scanner
          onCode={(code) => {
            setScanning(false)
            submit(code)
          }}
          onClose={() => {
            wasScanning.current = true
            setScanning(false)
          }}
        />
      </Suspense>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(typed)
      }}
      className="flex flex-col gap-5"
    >
      {mayScan === true && (
        <>
          <Button
            ref={(button) => {
              if (wasScanning.current) button?.focus()
              wasScanning.current = false
            }}
            className="min-h-14 text-lg"
            disabled={isBusy}
            onClick={() => setScanning(true)}
          >
            <ScanQrCode aria-hidden />
            <span>{join.scan}</span>
          </Button>
          <p className="text-muted -my-1 text-center">{join.orType}</p>
        </>
      )}
      <TextField
        ref={input}
        label={join.letters}
        required
        submitsItself
        hint={join.lettersHint}
        error={wrongLetters ? join.wrongLetters : error === null ? undefined : sentenceFrom(error)}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        value={typed}
        readOnly={isBusy}
        // Never rewritten, because a keyboard that composes would double the letters.
        onChange={({ currentTarget: { value }, nativeEvent }) => type(value, (nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={({ currentTarget: { value } }) => sendWhole(value)}
        className="[&_input]:font-display [&_input]:min-h-16 [&_input]:text-center [&_input]:text-3xl [&_input]:tracking-[0.18em] [&_input]:uppercase"
      />
      <Button
        type="submit"
        variant={mayScan === true ? 'soft' : 'primary'}
        busy={isBusy}
        disabled={typed === ''}
        className="min-h-14 text-lg"
      >
        {isBusy ? join.joining : join.join}
      </Button>
    </form>
  )
}

/** A typed code without what may stand between its letters. */
const lettersOf = (text: string) => text.replaceAll(/[\s-]/g, '')

/** Whether a page may film here; undefined until that is known. */
function useMayScan(): boolean | undefined {
  const [mayScan, setMayScan] = useState<boolean>()
  useEffect(() => {
    let isLeft = false
    void mayShowCamera().then((may) => isLeft || setMayScan(may))
    return () => {
      isLeft = true
    }
  }, [])
  return mayScan
}
