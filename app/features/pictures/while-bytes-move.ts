import type AwsS3 from '@uppy/aws-s3'

/** The argument of Uppy's `uploadPartBytes`. */
export type Sending = Parameters<typeof AwsS3.uploadPartBytes>[0]

/** Milliseconds without a byte after which an upload has failed. */
const silenceMs = 15_000

/** Runs `send`, and fails with Uppy's error for a lost connection when no byte moves any more. */
export async function whileBytesMove<Result>(
  sending: Sending,
  send: (sending: Sending) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  let isSilent = false
  const end = () => ended.abort()
  const onSilence = () => {
    isSilent = true
    end()
  }
  let timer = setTimeout(onSilence, silenceMs)
  const onProgress = (event: ProgressEvent) => {
    clearTimeout(timer)
    timer = setTimeout(onSilence, silenceMs)
    sending.onProgress(event)
  }
  sending.signal?.addEventListener('abort', end)
  try {
    return await send({ ...sending, onProgress, signal: ended.signal })
  } catch (error) {
    throw isSilent ? new Error('Unknown error') : error
  } finally {
    clearTimeout(timer)
    sending.signal?.removeEventListener('abort', end)
  }
}
