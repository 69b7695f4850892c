// What every Node program has: where the gateway is, the sentence, the tools, and a line of JSON for each scenario.

export const GATEWAY = process.env.GATEWAY;
export const BASE = `${GATEWAY}/v1`;
export const SAID = process.env.SAID;

export const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, town: { type: "string" }, pay: { type: "number" } },
  required: ["name", "town", "pay"],
  additionalProperties: false,
};

function parameters(types) {
  const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  return { type: "object", properties, required: Object.keys(types), additionalProperties: false };
}

export const TOOLS = {
  send_mail: {
    description: "Send an e-mail.",
    parameters: parameters({ to: "string", body: "string" }),
    use: ({ to, body }) => `Sent to ${to}: ${body}`,
  },
  note_pay: {
    description: "Note what somebody earns.",
    parameters: parameters({ who: "string", amount: "number" }),
    use: ({ who, amount }) => `Noted ${amount} for ${who}.`,
  },
};

export class Calls {
  made = [];

  use(name, given) {
    this.made.push([name, given]);
    return TOOLS[name].use(given);
  }

  told(text) {
    return { text, calls: this.made };
  }
}

// `fails` is tried with each of the provider's errors, `cut` with a stream that breaks off.
export async function run(scenarios, fails, cut) {
  const errors = ["400", "401", "429", "500", "529"].map((status) => [status, fails]);
  for (const [name, scenario] of [...Object.entries(scenarios), ...errors, ["cut", cut]]) {
    await fetch(`${process.env.CONTROL}/${name.replace(" ", "-")}`);
    let said;
    try {
      said = { told: await scenario() };
    } catch (error) {
      said = { error: `${error?.name}: ${error?.message}`, status: error?.status ?? error?.statusCode ?? null };
    }
    console.log(JSON.stringify({ scenario: name, ...said }));
  }
  process.exit(0);
}
