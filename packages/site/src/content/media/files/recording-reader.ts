import type { ImageSource } from './image-tools.js'

/** An audio track. Properties that the file does not contain are missing. */
export interface AudioTrack {
  /** The format of the data, such as `mp3` or `vorbis`. */
  readonly format: string
  /** The name of the codec, for people. */
  readonly codec?: string | undefined
  /** The number of the codec in RIFF files. */
  readonly codecNumber?: number | undefined
  readonly channels?: number | undefined
  /** How the channels are related, such as `joint stereo`. */
  readonly channelMode?: string | undefined
  /** In hertz. */
  readonly sampleRate?: number | undefined
  readonly bitsPerSample?: number | undefined
  /** In bits per second. */
  readonly bitrate?: number | undefined
  readonly bitrateMode?: 'cbr' | 'vbr' | undefined
  readonly lossless?: boolean | undefined
  /** The program that wrote the data. */
  readonly encoder?: string | undefined
  /** An ISO 639-2 code. */
  readonly language?: string | undefined
}

/** A video track. Width and height are in pixels. */
export interface VideoTrack {
  /** The format of the data, such as `vp8`. */
  readonly format: string
  /** The name of the codec, for people. */
  readonly codec?: string | undefined
  readonly width: number
  readonly height: number
  /** In bits per second. */
  readonly bitrate?: number | undefined
}

/** The properties of an audio or video file. */
export interface RecordingFacts {
  /** The format of the file, such as `mp3`, `wav`, `mp4` or `webm`. */
  readonly container: string
  /** The media type by the content of the file. */
  readonly type: string
  /** In seconds. */
  readonly duration?: number | undefined
  /** The Unix time in seconds of the recording. */
  readonly created?: number | undefined
  readonly audio?: AudioTrack | undefined
  readonly video?: VideoTrack | undefined
  /** Texts by name, such as `title`, `artist`, `album`, `track_number`. */
  readonly tags: Readonly<Record<string, string>>
  /** The bytes of the cover art. */
  readonly cover?: Uint8Array | undefined
}

/** Reads the metadata of audio and video files. Optional: without it, only their sizes in bytes are known. */
export interface RecordingReader {
  /**
   * Resolves with `undefined` if the source is not a readable recording; never rejects because of its bytes. `owner` is
   * the id of the user who waits for it, so that users can take turns.
   */
  read(source: ImageSource, owner?: number): Promise<RecordingFacts | undefined>
}
