package io.aliquot.node.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns an allocation into what its containers get. All numbers are those of the allocation. */
public final class Planner {
    private final String driver;
    private final String pool;
    private final Map<String, OfferedCard> cards;

    /**
     * One for the cards as they are now.
     *
     * @param pool of the cards, which has the name of the node
     * @param cards the cards of this node, by the name of their device
     */
    public Planner(String driver, String pool, Map<String, OfferedCard> cards) {
        this.driver = driver;
        this.pool = pool;
        this.cards = cards;
    }

    /**
     * Plans {@code allocation} beside {@code prepared}, the claims that are already there; an entry of the same claim is
     * replaced, not counted.
     */
    public Plan plan(Allocation allocation, Collection<PreparedClaim> prepared, String library) {
        List<String> problems = new ArrayList<>();
        List<PreparedDevice> devices = new ArrayList<>();
        Map<String, Integer> perRequest = new HashMap<>();
        for (int i = 0; i < allocation.devices().size(); i++) {
            AllocatedDevice device = allocation.devices().get(i);
            int ordinal = perRequest.merge(device.baseRequest(), 1, Integer::sum) - 1;
            String name = allocation.claim().uid() + "-" + device.baseRequest() + (ordinal == 0 ? "" : "." + ordinal);
            String path = "status.allocation.devices.results[" + i + "]";
            Amount taken = new Consumption(driver, device, path, problems).read();
            OfferedCard card = cards.get(device.device());
            if (!pool.equals(device.pool())) {
                // A pod that names its node itself may bring the claim of another node along.
                problems.add(path + ".pool: " + device.pool() + " is another node's, this one's is " + pool);
            } else if (card == null) {
                problems.add(path + ".device: this node has no usable card " + device.device());
            } else {
                devices.add(prepare(name, device, card, taken));
            }
        }
        if (allocation.devices().isEmpty()) {
            problems.add("status.allocation.devices.results: no device of " + driver);
        }
        PreparedClaim claim = new PreparedClaim(allocation.claim(), allocation.pods(), library, devices);
        problems.addAll(new Fit(cards, prepared).problems(claim));
        return problems.isEmpty() ? new Plan.Accepted(claim) : new Plan.Refused(List.copyOf(problems));
    }

    /** Whether {@code claim} was prepared for this very allocation. */
    public boolean isFor(PreparedClaim claim, Allocation allocation) {
        if (!claim.claim().equals(allocation.claim())
                || claim.devices().size() != allocation.devices().size()) {
            return false;
        }
        for (int i = 0; i < claim.devices().size(); i++) {
            PreparedDevice was = claim.devices().get(i);
            AllocatedDevice is = allocation.devices().get(i);
            List<String> problems = new ArrayList<>();
            Amount taken = new Consumption(driver, is, "", problems).read();
            boolean same = was.request().equals(is.baseRequest())
                    && was.pool().equals(is.pool())
                    && was.device().equals(is.device())
                    && was.shareId().equals(is.shareId())
                    && (was.treatment() == Treatment.ADMIN) == is.adminAccess()
                    && was.taken().equals(taken)
                    && problems.isEmpty();
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /**
     * Plans a claim that is prepared for its allocation once more: its cards stay, by their uuids, under the names that the
     * vendor has for them now. A card that does not answer at the moment is left as it was.
     */
    public Plan again(PreparedClaim claim) {
        List<String> problems = new ArrayList<>();
        List<PreparedDevice> devices = new ArrayList<>();
        for (PreparedDevice device : claim.devices()) {
            Optional<OfferedCard> same = cards.values().stream()
                    .filter(card -> card.uuid().equals(device.uuid()))
                    .findFirst();
            OfferedCard named = cards.get(device.device());
            if (same.isEmpty() && named != null) {
                problems.add("device " + device.device() + " is card " + named.uuid()
                        + " now, the claim was prepared for " + device.uuid()
                        + ", which is gone; delete the pods that use the claim, so that they are placed anew");
            }
            devices.add(same.map(card -> device.withCdiDevice(card.cdiDevice())).orElse(device));
        }
        return problems.isEmpty() ? new Plan.Accepted(claim.withDevices(devices)) : new Plan.Refused(problems);
    }

    private static PreparedDevice prepare(String name, AllocatedDevice device, OfferedCard card, Amount taken) {
        return new PreparedDevice(
                name,
                device.baseRequest(),
                device.pool(),
                device.device(),
                device.shareId(),
                card.uuid(),
                card.cdiDevice(),
                taken,
                treatment(device, card, taken));
    }

    private static Treatment treatment(AllocatedDevice device, OfferedCard card, Amount taken) {
        if (device.adminAccess()) {
            return Treatment.ADMIN;
        }
        boolean partOfMemory = taken.memory() < card.capacity().memory();
        boolean partOfTime = taken.cores() > 0 && taken.cores() < 100;
        return partOfMemory || partOfTime ? Treatment.LIMITED : Treatment.WHOLE;
    }
}
