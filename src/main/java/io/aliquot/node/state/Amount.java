package io.aliquot.node.state;

/**
 * What a card has, or what a share of it takes.
 *
 * @param memory bytes
 * @param cores percent of the card's compute time
 * @param shares places on the card
 */
public record Amount(long memory, long cores, long shares) {
    public static final Amount NONE = new Amount(0, 0, 0);

    public Amount plus(Amount other) {
        return new Amount(
                Math.addExact(memory, other.memory),
                Math.addExact(cores, other.cores),
                Math.addExact(shares, other.shares));
    }
}
