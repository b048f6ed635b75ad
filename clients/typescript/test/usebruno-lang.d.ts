declare module '@usebruno/lang' {
  interface Item {
    readonly name: string;
    readonly value: string;
    readonly enabled: boolean;
  }

  /** A request as its file has it; blocks that a file does not have are left out. */
  export interface BruFile {
    readonly meta: { readonly name: string; readonly type: string; readonly seq: string };
    readonly http: { readonly method: string; readonly url: string; readonly body: string; readonly auth: string };
    readonly params?: readonly (Item & { readonly type: 'query' | 'path' })[];
    readonly headers?: readonly Item[];
    readonly body?: { readonly json: string };
    readonly vars?: { readonly res: readonly Item[] };
    readonly assertions?: readonly Item[];
    readonly script?: { readonly req: string };
    readonly docs?: string;
  }

  export interface BruCollection {
    readonly meta: { readonly name: string; readonly seq: string };
    readonly auth: { readonly mode: string; readonly bearer?: { readonly token: string } };
    readonly script?: { readonly req: string };
  }

  const lang: {
    bruToJsonV2(text: string): BruFile;
    jsonToBruV2(file: BruFile): string;
    collectionBruToJson(text: string): BruCollection;
    bruToEnvJsonV2(text: string): { readonly variables: readonly Item[] };
  };
  export default lang;
}
